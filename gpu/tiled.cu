#include "gpu/tiled.hpp"

#include <algorithm>
#include <cstdint>

#include "gpu/launch.cuh"
#include "gpu/pixel.cuh"
#include "gpu/pixel_size.hpp"
#include "gpu/placement.hpp"

namespace turntile::gpu {
namespace {

constexpr unsigned tile_px = 32;
constexpr unsigned block_rows = 8;  // so that each thread moves four pixels
constexpr std::int64_t grid_height_limit = 65535;
static_assert(tile_px % block_rows == 0);

struct Job {
    const std::byte* src;
    std::byte* dst;  // where the source's first pixel lands
    std::int64_t src_pitch_bytes;
    std::int64_t dst_step_x_bytes;
    std::int64_t dst_step_y_bytes;
    unsigned width;
    unsigned height;
};

template <int pixel_bytes>
__device__ const std::byte* source(const Job& job, unsigned x, unsigned y) {
    return job.src + y * job.src_pitch_bytes + std::int64_t{x} * pixel_bytes;
}

__device__ std::byte* destination(const Job& job, unsigned x, unsigned y) {
    return job.dst + x * job.dst_step_x_bytes + y * job.dst_step_y_bytes;
}

// Rows become columns. The tile is read along the source's rows and written along the
// destination's, whichever way these run. A row of 33 pixels keeps a column in 32 banks.
template <int pixel_bytes, int unit_bytes>
__global__ void swap_axes_kernel(Job job) {
    using Pixel = gpu::Pixel<pixel_bytes, unit_bytes>;
    __shared__ Pixel tile[tile_px][tile_px + 1];
    const unsigned x0 = blockIdx.y * tile_px;
    const unsigned y0 = blockIdx.x * tile_px;
    for (unsigned row = threadIdx.y; row < tile_px; row += block_rows)
        if (x0 + threadIdx.x < job.width && y0 + row < job.height)
            tile[row][threadIdx.x] = *reinterpret_cast<const Pixel*>(
                source<pixel_bytes>(job, x0 + threadIdx.x, y0 + row));
    __syncthreads();
    for (unsigned column = threadIdx.y; column < tile_px; column += block_rows)
        if (x0 + column < job.width && y0 + threadIdx.x < job.height)
            *reinterpret_cast<Pixel*>(destination(job, x0 + column, y0 + threadIdx.x)) =
                tile[threadIdx.x][column];
}

// Rows stay rows: both sides run along them without shared memory.
template <int pixel_bytes, int unit_bytes>
__global__ void keep_axes_kernel(Job job) {
    using Pixel = gpu::Pixel<pixel_bytes, unit_bytes>;
    const unsigned x = blockIdx.x * tile_px + threadIdx.x;
    const unsigned y0 = blockIdx.y * tile_px;
    for (unsigned row = threadIdx.y; row < tile_px; row += block_rows)
        if (x < job.width && y0 + row < job.height)
            *reinterpret_cast<Pixel*>(destination(job, x, y0 + row)) =
                *reinterpret_cast<const Pixel*>(source<pixel_bytes>(job, x, y0 + row));
}

constexpr std::int64_t tiles(std::int64_t pixels) {
    return (pixels + tile_px - 1) / tile_px;
}

// Neighbouring blocks write neighbouring memory, so the grid runs along the destination's rows. A
// grid's height is limited: a large image takes several launches.
template <int pixel_bytes, int unit_bytes>
void enqueue_swap(const Job& job, cudaStream_t stream) {
    constexpr std::int64_t band = grid_height_limit * tile_px;
    for (std::int64_t x = 0; x < job.width; x += band) {
        Job part = job;
        part.src += x * pixel_bytes;
        part.dst += x * job.dst_step_x_bytes;
        part.width = static_cast<unsigned>(std::min(band, job.width - x));
        launch(swap_axes_kernel<pixel_bytes, unit_bytes>,
               dim3(static_cast<unsigned>(tiles(job.height)),
                    static_cast<unsigned>(tiles(part.width))),
               dim3(tile_px, block_rows), stream, part);
    }
}

template <int pixel_bytes, int unit_bytes>
void enqueue_keep(const Job& job, cudaStream_t stream) {
    constexpr std::int64_t band = grid_height_limit * tile_px;
    for (std::int64_t y = 0; y < job.height; y += band) {
        Job part = job;
        part.src += y * job.src_pitch_bytes;
        part.dst += y * job.dst_step_y_bytes;
        part.height = static_cast<unsigned>(std::min(band, job.height - y));
        launch(keep_axes_kernel<pixel_bytes, unit_bytes>,
               dim3(static_cast<unsigned>(tiles(job.width)),
                    static_cast<unsigned>(tiles(part.height))),
               dim3(tile_px, block_rows), stream, part);
    }
}

template <int pixel_bytes, int unit_bytes>
void enqueue(const Job& job, Turn turn, cudaStream_t stream) {
    if (swaps_axes(turn))
        enqueue_swap<pixel_bytes, unit_bytes>(job, stream);
    else
        enqueue_keep<pixel_bytes, unit_bytes>(job, stream);
}

template <int pixel_bytes, int unit_bytes>
void load_kernels_of() {
    load(swap_axes_kernel<pixel_bytes, unit_bytes>);
    load(keep_axes_kernel<pixel_bytes, unit_bytes>);
}

}  // namespace

void turn_tiled_async(ConstImageView src, ImageView dst, Turn turn, cudaStream_t stream) {
    const Placement place = placement(src.size(), dst, turn);
    const Job job = {static_cast<const std::byte*>(src.data),
                     static_cast<std::byte*>(dst.data) + place.origin_bytes,
                     static_cast<std::int64_t>(src.pitch_bytes),
                     place.step_x_bytes,
                     place.step_y_bytes,
                     static_cast<unsigned>(src.width),
                     static_cast<unsigned>(src.height)};
    with_pixel_size(src.pixel_bytes, [&](auto size) {
        constexpr int unit_bytes = widest_unit_bytes<size>;
        if (rows_aligned(src, unit_bytes) && rows_aligned(dst, unit_bytes))
            enqueue<size, unit_bytes>(job, turn, stream);
        else
            enqueue<size, 1>(job, turn, stream);
    });
}

void load_tiled_kernels() {
    for_each_pixel_size([](auto size) {
        load_kernels_of<size, widest_unit_bytes<size>>();
        load_kernels_of<size, 1>();
    });
}

}  // namespace turntile::gpu
