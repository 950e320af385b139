// The GPU that was asked for, or why it cannot be had.
#pragma once

#include <string>

#include "pipeline/backend.hpp"

namespace turntile::app {

/// @throws UsageError if there is no GPU; `what` is what asks for one
void require_gpu(const CudaPresence& cuda, const std::string& what);

/// The device of that index. @throws UsageError if there is none
const DeviceInfo& wanted_device(const CudaPresence& cuda, int index);

}  // namespace turntile::app
