// Times turns beside the fastest copy of the same bytes, on the current device.
#pragma once

#include <cstddef>

#include "turntile/export.h"
#include "turntile/turn_timing.hpp"

namespace turntile::gpu {

/// Medians of up to 21 rounds; each round times the copy (by cudaMemcpyAsync and by 16-byte words:
/// the faster counts), naive and tiled, one after the other, on the next of several buffers that
/// together exceed four times the L2 cache, all of random data. Padded rows have cudaMallocPitch's
/// pitch. Takes about half a second, and device memory for the case. Synchronises.
/// @throws std::invalid_argument for a case that cannot be turned
/// @throws CudaError
TURNTILE_EXPORT TurnTimes time_turn(const TurnCase& turn_case);

/// Milliseconds to copy `bytes` bytes within the device, measured in the same way.
/// @throws CudaError
TURNTILE_EXPORT double time_copy(std::size_t bytes);

}  // namespace turntile::gpu
