// The CUDA devices of this machine, or why there is none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "turntile/export.h"

namespace turntile::gpu {

struct Device {
    int index = 0;
    std::string name;
    std::size_t memory_bytes = 0;
    int compute_major = 0;  ///< compute capability: 9.0 is sm_90
    int compute_minor = 0;
    int multiprocessors = 0;
    std::size_t l2_bytes = 0;
};

struct DeviceList {
    std::vector<Device> devices;
    std::string absence;       ///< why there is none, in one sentence; empty if there are some
    std::string driver_cuda;   ///< the newest CUDA that the driver runs, "13.0"; empty without one
    std::string runtime_cuda;  ///< the CUDA that this library was built with, "13.0"
};

/// Asks the driver. Creates no context and takes no memory. Never throws for a missing device.
TURNTILE_EXPORT DeviceList list_devices();

}  // namespace turntile::gpu
