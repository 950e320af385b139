// Runs and times the lesson's rows on the current device.
#pragma once

#include <span>
#include <vector>

#include "turntile/access_timing.hpp"
#include "turntile/export.h"

namespace turntile::gpu {

/// What the predictions depend on, and how much memory there is to spare: up to 2 GiB.
/// @throws CudaError
TURNTILE_EXPORT AccessDevice access_device();

/// Milliseconds of each row, medians of up to 21 rounds in which all rows take turns, on random
/// data. Allocates `device.footprint_bytes` of device memory and what the rows need besides.
/// Synchronises.
/// @throws std::invalid_argument for a row that has no kernel, or that the memory cannot hold
/// @throws CudaError
TURNTILE_EXPORT std::vector<double> time_accesses(std::span<const AccessCase> rows,
                                                  const AccessDevice& device);

/// Runs each row once, in order, without warming up: for a profiler. Otherwise as `time_accesses`.
TURNTILE_EXPORT void run_accesses_once(std::span<const AccessCase> rows,
                                       const AccessDevice& device);

}  // namespace turntile::gpu
