#include "gpu/naive.hpp"

#include <algorithm>
#include <cstdint>

#include "gpu/launch.cuh"
#include "gpu/pixel.cuh"
#include "gpu/pixel_size.hpp"
#include "gpu/placement.hpp"

namespace turntile::gpu {
namespace {

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;
constexpr std::int64_t grid_height_limit = 65535;

struct Job {
    const std::byte* src;
    std::byte* dst;  // where the source's first pixel lands
    std::int64_t src_pitch_bytes;
    std::int64_t dst_step_x_bytes;
    std::int64_t dst_step_y_bytes;
    unsigned width;
    unsigned height;
};

// One pixel a thread, x along the source's rows: reads are coalesced, and writes of a turn that
// swaps the axes are a row apart.
template <int pixel_bytes, int unit_bytes>
__global__ void naive_kernel(Job job) {
    using Pixel = gpu::Pixel<pixel_bytes, unit_bytes>;
    const unsigned x = blockIdx.x * block_width + threadIdx.x;
    const unsigned y = blockIdx.y * block_height + threadIdx.y;
    if (x >= job.width || y >= job.height) return;
    const std::byte* from = job.src + y * job.src_pitch_bytes + std::int64_t{x} * pixel_bytes;
    std::byte* to = job.dst + x * job.dst_step_x_bytes + y * job.dst_step_y_bytes;
    *reinterpret_cast<Pixel*>(to) = *reinterpret_cast<const Pixel*>(from);
}

// A grid's height is limited, so that a high image takes several launches.
template <int pixel_bytes, int unit_bytes>
void enqueue(ConstImageView src, Job job, cudaStream_t stream) {
    constexpr std::int64_t band = grid_height_limit * block_height;
    const auto blocks_across = (job.width + block_width - 1) / block_width;
    for (std::int64_t y = 0; y < src.height; y += band) {
        Job part = job;
        part.src += y * job.src_pitch_bytes;
        part.dst += y * job.dst_step_y_bytes;
        part.height = static_cast<unsigned>(std::min(band, src.height - y));
        const auto blocks_down = (part.height + block_height - 1) / block_height;
        launch(naive_kernel<pixel_bytes, unit_bytes>, dim3(blocks_across, blocks_down),
               dim3(block_width, block_height), stream, part);
    }
}

}  // namespace

void turn_naive_async(ConstImageView src, ImageView dst, Turn turn, cudaStream_t stream) {
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
            enqueue<size, unit_bytes>(src, job, stream);
        else
            enqueue<size, 1>(src, job, stream);
    });
}

void load_naive_kernels() {
    for_each_pixel_size([](auto size) {
        load(naive_kernel<size, widest_unit_bytes<size>>);
        load(naive_kernel<size, 1>);
    });
}

}  // namespace turntile::gpu
