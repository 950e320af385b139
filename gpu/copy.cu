#include "gpu/copy.hpp"

#include "gpu/launch.cuh"

namespace turntile::gpu {
namespace {

constexpr unsigned block_threads = 256;
constexpr unsigned words_a_thread = 4;
constexpr std::size_t word_bytes = sizeof(uint4);
constexpr std::size_t block_words = std::size_t{block_threads} * words_a_thread;

// All of a thread's reads are under way before its first write.
__global__ void copy_kernel(const uint4* src, uint4* dst, std::size_t words) {
    const std::size_t first = blockIdx.x * block_words + threadIdx.x;
    uint4 held[words_a_thread];
#pragma unroll
    for (unsigned i = 0; i < words_a_thread; ++i)
        if (first + i * block_threads < words) held[i] = src[first + i * block_threads];
#pragma unroll
    for (unsigned i = 0; i < words_a_thread; ++i)
        if (first + i * block_threads < words) dst[first + i * block_threads] = held[i];
}

__global__ void copy_rest_kernel(const std::byte* src, std::byte* dst) {
    dst[threadIdx.x] = src[threadIdx.x];
}

// A mixing function of 32 bits (multiply and shift), so that memory chips see no pattern.
__device__ std::uint32_t mixed(std::uint32_t x) {
    x = (x ^ (x >> 16)) * 0x7FEB352DU;
    x = (x ^ (x >> 15)) * 0x846CA68BU;
    return x ^ (x >> 16);
}

__global__ void fill_random_kernel(std::byte* dst, std::size_t bytes, std::uint32_t seed) {
    const std::size_t word = std::size_t{blockIdx.x} * block_threads + threadIdx.x;
    const std::uint32_t value = mixed(static_cast<std::uint32_t>(word) ^
                                      mixed(seed + static_cast<std::uint32_t>(word >> 32)));
    for (std::size_t i = 0; i < 4 && word * 4 + i < bytes; ++i)
        dst[word * 4 + i] = static_cast<std::byte>(value >> (8 * i));
}

__global__ void nothing_kernel() {}

unsigned blocks(std::size_t items, std::size_t a_block) {
    return static_cast<unsigned>((items + a_block - 1) / a_block);
}

}  // namespace

void copy_words_async(const void* src, void* dst, std::size_t bytes, cudaStream_t stream) {
    const std::size_t words = bytes / word_bytes;
    const auto rest = static_cast<unsigned>(bytes % word_bytes);
    if (words > 0)
        launch(copy_kernel, dim3(blocks(words, block_words)), dim3(block_threads), stream,
               static_cast<const uint4*>(src), static_cast<uint4*>(dst), words);
    if (rest > 0)
        launch(copy_rest_kernel, dim3(1), dim3(rest), stream,
               static_cast<const std::byte*>(src) + words * word_bytes,
               static_cast<std::byte*>(dst) + words * word_bytes);
}

void fill_random_async(void* dst, std::size_t bytes, std::uint32_t seed, cudaStream_t stream) {
    if (bytes == 0) return;
    launch(fill_random_kernel, dim3(blocks(bytes, 4 * std::size_t{block_threads})),
           dim3(block_threads), stream, static_cast<std::byte*>(dst), bytes, seed);
}

void launch_nothing_async(cudaStream_t stream) {
    launch(nothing_kernel, dim3(1), dim3(1), stream);
}

}  // namespace turntile::gpu
