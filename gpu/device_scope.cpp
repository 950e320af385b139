#include "gpu/device_scope.hpp"

#include <cuda_runtime_api.h>

#include "gpu/check.hpp"

namespace turntile::gpu {

DeviceScope::DeviceScope(int device) {
    check(cudaGetDevice(&previous_), "asking for the current device");
    if (previous_ == device) return;
    check(cudaSetDevice(device), "changing the current device");
    changed_ = true;
}

DeviceScope::~DeviceScope() {
    if (changed_) discard(cudaSetDevice(previous_));
}

}  // namespace turntile::gpu
