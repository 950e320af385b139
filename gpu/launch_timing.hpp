// Times what a turn's call costs the host, beside an empty kernel's launch.
#pragma once

#include "turntile/export.h"
#include "turntile/turn_timing.hpp"

namespace turntile::gpu {

/// Medians of many rounds; each round times runs of launches of an empty kernel and of turns of one
/// small image, one after the other, each on a stream that has nothing to do. Takes about a tenth
/// of a second on the current device. Synchronises.
/// @throws CudaError
TURNTILE_EXPORT LaunchTimes time_launches();

}  // namespace turntile::gpu
