// The current device, for the length of a scope.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/check.hpp"

namespace turntile::gpu {

/// Makes a device current and restores the caller's when it goes.
class DeviceScope {
  public:
    /// @throws CudaError if there is no such device
    explicit DeviceScope(int device) {
        check(cudaGetDevice(&previous_), "asking for the current device");
        if (previous_ == device) return;
        check(cudaSetDevice(device), "changing the current device");
        changed_ = true;
    }
    ~DeviceScope() {
        if (changed_) discard(cudaSetDevice(previous_));
    }
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;

  private:
    int previous_ = 0;
    bool changed_ = false;
};

}  // namespace turntile::gpu
