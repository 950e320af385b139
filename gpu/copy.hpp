// What turns are measured against, and on: the copy of the same bytes, a launch, and random data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "turntile/cuda_handles.hpp"

namespace turntile::gpu {

/// Copies `bytes` bytes in device memory, 16 at a time. Both addresses are multiples of 16.
/// Enqueues on `stream`; does not synchronise. @throws CudaError
void copy_words_async(const void* src, void* dst, std::size_t bytes, cudaStream_t stream);

/// Fills device memory at `dst`, a multiple of 16, with random bytes. Enqueues on `stream`; does
/// not synchronise. @throws CudaError
void fill_random_async(void* dst, std::size_t bytes, std::uint32_t seed, cudaStream_t stream);

/// Enqueues a kernel that does nothing on `stream`. @throws CudaError
void launch_nothing_async(cudaStream_t stream);

}  // namespace turntile::gpu
