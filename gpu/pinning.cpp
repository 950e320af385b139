#include "gpu/pinning.hpp"

#include <cuda_runtime_api.h>

#include "gpu/check.hpp"

namespace turntile::gpu {

bool pin(std::byte* data, std::size_t size_bytes) noexcept {
    return cudaHostRegister(data, size_bytes, cudaHostRegisterPortable) == cudaSuccess;
}

void unpin(std::byte* data) noexcept {
    discard(cudaHostUnregister(data));
}

}  // namespace turntile::gpu
