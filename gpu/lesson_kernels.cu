// The lesson's kernels, to be read, changed and run again (turntile bench access --only ROW). The
// launches stand at the end.
#include "gpu/lesson_kernels.hpp"

#include <stdexcept>

#include "gpu/launch.cuh"

namespace turntile::gpu {
namespace lesson {

constexpr unsigned in_flight = access_items_a_thread;
constexpr unsigned tile_side = 32;
constexpr unsigned line_words = access_line_bytes / access_word_bytes;

// A thread's i-th item: the 32 threads of a warp have 32 neighbours.
__device__ std::size_t item(unsigned i) {
    return (std::size_t{blockIdx.x} * in_flight + i) * access_block_threads + threadIdx.x;
}

// Uses what was read.
__device__ void keep(LessonSums sums, Word sum) {
    if (sum > sums.limit) sums.out[blockIdx.x * access_block_threads + threadIdx.x] = sum;
}

// Something to write, which no memory can compress.
__device__ Word value(std::size_t i) {
    return static_cast<Word>(i) * 2654435761U;
}

// ---- Loads: what matters is which addresses a warp asks for at once ----

__global__ void load_words(const Word* src, unsigned stride, unsigned offset, LessonSums sums) {
    Word sum = 0;
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        sum += src[item(i) * stride + offset];
    keep(sums, sum);
}

// 13 is odd: every lane of 32 gets another word of the same line.
__device__ std::size_t permuted(std::size_t i) {
    return (i & ~std::size_t{31}) | (i * 13 & 31);
}

__global__ void load_permuted(const Word* src, LessonSums sums) {
    Word sum = 0;
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        sum += src[permuted(item(i))];
    keep(sums, sum);
}

// Another number below 2^bits for each number below 2^bits, in no visible order.
__device__ std::size_t scattered(std::size_t i, unsigned bits) {
    const std::size_t mask = (std::size_t{1} << bits) - 1;
    i = i * 0x9E3779B1U & mask;
    i ^= i >> (bits / 2);
    i = i * 0x85EBCA77U & mask;
    return i ^ (i >> (bits / 2));
}

__global__ void load_random(const Word* src, unsigned bits, LessonSums sums) {
    Word sum = 0;
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        sum += src[scattered(item(i), bits) * line_words];
    keep(sums, sum);
}

// ---- Stores, likewise ----

__global__ void store_words(Word* dst, unsigned stride, unsigned offset) {
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        dst[item(i) * stride + offset] = value(item(i));
}

__global__ void store_permuted(Word* dst) {
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        dst[permuted(item(i))] = value(item(i));
}

__global__ void store_random(Word* dst, unsigned bits) {
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        dst[scattered(item(i), bits) * line_words] = value(item(i));
}

// ---- An array of structures, or a structure of arrays ----

struct Structure12 {
    Word x, y, z;
};
struct Structure16 {
    Word x, y, z, unused;
};

template <class Structure>
__global__ void load_one_field(const Structure* src, LessonSums sums) {
    Word sum = 0;
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        sum += src[item(i)].x;
    keep(sums, sum);
}

template <class Structure>
__global__ void load_three_fields(const Structure* src, LessonSums sums) {
    Word sum = 0;
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        sum += src[item(i)].x + src[item(i)].y + src[item(i)].z;
    keep(sums, sum);
}

__global__ void load_whole(const uint4* src, LessonSums sums) {
    Word sum = 0;
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i) {
        const uint4 whole = src[item(i)];
        sum += whole.x + whole.y + whole.z + whole.w;
    }
    keep(sums, sum);
}

__global__ void load_three_arrays(const Word* x, const Word* y, const Word* z, LessonSums sums) {
    Word sum = 0;
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        sum += x[item(i)] + y[item(i)] + z[item(i)];
    keep(sums, sum);
}

__global__ void gather(const Word* src, Word* dst) {
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i)
        dst[item(i)] = src[item(i) * line_words];
}

// ---- The ladder: a transpose of a square whose side is a multiple of 32 ----

__global__ void naive_writes(const Word* src, Word* dst, std::size_t side) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    dst[x * side + y] = src[y * side + x];
}

__global__ void naive_reads(const Word* src, Word* dst, std::size_t side) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    dst[y * side + x] = src[x * side + y];
}

__global__ void naive_ldg(const Word* src, Word* dst, std::size_t side) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    dst[y * side + x] = __ldg(&src[x * side + y]);
}

__global__ void naive_restrict(const Word* __restrict__ src, Word* __restrict__ dst,
                               std::size_t side) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    dst[y * side + x] = src[x * side + y];
}

__global__ void naive_texture(cudaTextureObject_t src, Word* dst, std::size_t side) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    dst[y * side + x] = tex2D<Word>(src, static_cast<float>(y), static_cast<float>(x));
}

// A pitch of 32 puts a column into one bank of shared memory, 33 spreads it over all of them.
template <unsigned pitch, unsigned pixels_a_thread>
__global__ void tile(const Word* src, Word* dst, std::size_t side) {
    constexpr unsigned step = tile_side / pixels_a_thread;
    __shared__ Word words[tile_side][pitch];
    const std::size_t x = blockIdx.x * tile_side, y = blockIdx.y * tile_side;
#pragma unroll
    for (unsigned i = 0; i < tile_side; i += step)
        words[threadIdx.y + i][threadIdx.x] = src[(y + threadIdx.y + i) * side + x + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < tile_side; i += step)
        dst[(x + threadIdx.y + i) * side + y + threadIdx.x] = words[threadIdx.x][threadIdx.y + i];
}

}  // namespace lesson

namespace {

using namespace lesson;

unsigned scatter_bits(std::uint64_t items) {
    return static_cast<unsigned>(std::bit_width(items) - 1);
}

template <class Structure>
const Structure* as(const Word* src) {
    return reinterpret_cast<const Structure*>(src);
}

void launch_stream(const AccessCase& row, std::uint64_t blocks, const LessonMemory& memory,
                   cudaStream_t stream) {
    const dim3 grid(static_cast<unsigned>(blocks)), block(access_block_threads);
    const std::uint64_t items = blocks * access_items_a_block;
    const auto stride = static_cast<unsigned>(row.stride);
    const auto offset = static_cast<unsigned>(row.offset);
    const auto [src, dst, sums, texture] = memory;
    const auto run = [&](auto kernel, const auto&... arguments) {
        launch(kernel, grid, block, stream, arguments...);
    };
    switch (row.kernel) {
        case AccessKernel::load: return run(load_words, src, stride, offset, sums);
        case AccessKernel::load_pinned: return run(load_words, src, 1U, offset, sums);
        case AccessKernel::load_permuted: return run(load_permuted, src, sums);
        case AccessKernel::load_random: return run(load_random, src, scatter_bits(items), sums);
        case AccessKernel::store: return run(store_words, dst, stride, offset);
        case AccessKernel::store_permuted: return run(store_permuted, dst);
        case AccessKernel::store_random: return run(store_random, dst, scatter_bits(items));
        case AccessKernel::one_of_12:
            return run(load_one_field<Structure12>, as<Structure12>(src), sums);
        case AccessKernel::all_of_12:
            return run(load_three_fields<Structure12>, as<Structure12>(src), sums);
        case AccessKernel::one_of_16:
            return run(load_one_field<Structure16>, as<Structure16>(src), sums);
        case AccessKernel::three_of_16:
            return run(load_three_fields<Structure16>, as<Structure16>(src), sums);
        case AccessKernel::whole_16: return run(load_whole, as<uint4>(src), sums);
        case AccessKernel::one_array: return run(load_words, src, 1U, 0U, sums);
        case AccessKernel::three_arrays:
            return run(load_three_arrays, src, src + items, src + 2 * items, sums);
        case AccessKernel::gather: return run(gather, src, dst);
        default: throw std::invalid_argument("launching a lesson: it has no kernel");
    }
}

void launch_tile(const AccessCase& row, const LessonMemory& memory, cudaStream_t stream) {
    const auto side = static_cast<std::size_t>(row.side);
    const auto blocks = static_cast<unsigned>(row.side) / tile_side;
    const auto run = [&](auto kernel) {
        launch(kernel, dim3(blocks, blocks),
               dim3(tile_side, tile_side / static_cast<unsigned>(row.pixels_a_thread)), stream,
               memory.src, memory.dst, side);
    };
    if (row.tile_pitch == 32 && row.pixels_a_thread == 1) return run(tile<32, 1>);
    if (row.tile_pitch == 32 && row.pixels_a_thread == 4) return run(tile<32, 4>);
    if (row.tile_pitch == 33 && row.pixels_a_thread == 1) return run(tile<33, 1>);
    if (row.tile_pitch == 33 && row.pixels_a_thread == 4) return run(tile<33, 4>);
    throw std::invalid_argument(
        "launching a lesson: a tile has a pitch of 32 or 33 words, and a "
        "thread 1 or 4 of them");
}

void launch_transpose(const AccessCase& row, const LessonMemory& memory, cudaStream_t stream) {
    if (row.kernel == AccessKernel::tile) return launch_tile(row, memory, stream);
    const auto side = static_cast<unsigned>(row.side);
    const auto width = static_cast<unsigned>(row.block_width);
    const dim3 block(width, access_block_threads / width);
    const dim3 grid(side / block.x, side / block.y);
    const auto run = [&](auto kernel, auto src) {
        launch(kernel, grid, block, stream, src, memory.dst, std::size_t{side});
    };
    switch (row.kernel) {
        case AccessKernel::naive_writes: return run(naive_writes, memory.src);
        case AccessKernel::naive_reads: return run(naive_reads, memory.src);
        case AccessKernel::naive_ldg: return run(naive_ldg, memory.src);
        case AccessKernel::naive_restrict: return run(naive_restrict, memory.src);
        case AccessKernel::texture_pitch:
        case AccessKernel::texture_array:
        case AccessKernel::texture_copied:
            return run(naive_texture, cudaTextureObject_t{memory.texture});
        default: throw std::invalid_argument("launching a lesson: it has no kernel");
    }
}

}  // namespace

void launch_lesson_async(const AccessCase& row, std::uint64_t blocks, const LessonMemory& memory,
                         cudaStream_t stream) {
    if (row.side > 0)
        launch_transpose(row, memory, stream);
    else
        launch_stream(row, blocks, memory, stream);
}

}  // namespace turntile::gpu
