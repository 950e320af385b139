// The current device, for the length of a scope.
#pragma once

#include "turntile/export.h"

namespace turntile::gpu {

/// Makes a device current and restores the caller's when it goes.
class TURNTILE_EXPORT DeviceScope {
  public:
    /// @throws CudaError if there is no such device
    explicit DeviceScope(int device);
    ~DeviceScope();
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;

  private:
    int previous_ = 0;
    bool changed_ = false;
};

}  // namespace turntile::gpu
