// Times work on the current device, one kind beside the other.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "turntile/cuda_handles.hpp"

namespace turntile::gpu {

/// Enqueues one timed step. `turn` counts the steps, so that each can take other memory.
using Step = std::function<void(std::size_t turn, cudaStream_t stream)>;

/// Milliseconds that each step takes: the median of 5 to 21 rounds (as many as 400 ms hold) of all
/// steps, in an order drawn anew for each, after two that warm up. `prepare` enqueues what comes
/// before, untimed, and should take the device long enough for the host to get ahead. Synchronises.
/// @throws CudaError, and what the steps throw
std::vector<double> median_times(const std::vector<Step>& steps,
                                 const std::function<void(cudaStream_t)>& prepare);

/// The size of the current device's L2 cache. @throws CudaError
std::size_t l2_bytes();

}  // namespace turntile::gpu
