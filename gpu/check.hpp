// One place that turns a CUDA status into an exception.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "turntile/error.hpp"

namespace turntile::gpu {

/// Whether `status` means that the device's context is lost: every later call on it fails too.
bool is_sticky(cudaError_t status) noexcept;

/// Throws what `status` means for `attempted` ("allocating 24 bytes of device memory") on the
/// current device. The caller's last CUDA error stays as it is.
[[noreturn]] void fail(cudaError_t status, const std::string& attempted);

/// Does nothing for cudaSuccess. @throws CudaError otherwise
inline void check(cudaError_t status, const char* attempted) {
    if (status != cudaSuccess) fail(status, attempted);
}

/// For destructors, which have nobody to tell: a context that is lost shows in the next call.
inline void discard([[maybe_unused]] cudaError_t status) noexcept {}

}  // namespace turntile::gpu
