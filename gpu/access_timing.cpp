#include "gpu/access_timing.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>

#include "gpu/check.hpp"
#include "gpu/copy.hpp"
#include "gpu/lesson_kernels.hpp"
#include "gpu/texture.hpp"
#include "gpu/timed_steps.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"

namespace turntile::gpu {
namespace {

constexpr std::size_t most_footprint_bytes = std::size_t{1} << 31;
constexpr std::int64_t memory_row_bytes = 65536;  // which cudaMallocPitch does not pad

// All memory that the rows work on.
class Ground {
  public:
    explicit Ground(const AccessDevice& device)
        : device_(device),
          // A row more than the footprint: rows at an offset end behind it.
          memory_(memory_row_bytes,
                  static_cast<std::int64_t>(device.footprint_bytes / memory_row_bytes + 1), 1) {}

    // Memory of the rows that are special.
    void provide(std::span<const AccessCase> rows) {
        for (const AccessCase& row : rows) {
            if (row.kernel == AccessKernel::load_pinned && pinned_.size_bytes() == 0)
                pinned_ = PinnedBuffer(device_.pinned_bytes() + access_line_bytes);
            if (row.kernel == AccessKernel::texture_pitch)
                pitch_texture_ = std::make_unique<Texture>(square(row.side));
            const bool array = row.kernel == AccessKernel::texture_array ||
                               row.kernel == AccessKernel::texture_copied;
            if (array) array_texture_ = std::make_unique<Texture>(row.side, row.side);
            array_side_ = array ? row.side : array_side_;
        }
    }

    void fill_random_async(cudaStream_t stream) const {
        gpu::fill_random_async(src(), memory_.capacity_bytes(), 1, stream);
        if (pinned_.size_bytes() > 0)
            gpu::fill_random_async(pinned_.data(), pinned_.size_bytes(), 1, stream);
        if (array_texture_) array_texture_->copy_in_async(square(array_side_), stream);
    }

    std::byte* src() const { return memory_.view().row(0); }
    // The other half, for rows that read and write.
    std::byte* dst() const { return src() + device_.footprint_bytes / 2; }
    // A square of words at the start of either half.
    ImageView square(std::int64_t side) const { return square_at(src(), side); }
    ImageView turned_square(std::int64_t side) const { return square_at(dst(), side); }
    const Texture& array_texture() const { return *array_texture_; }

    LessonMemory for_row(const AccessCase& row) const {
        LessonMemory memory = {words(src()), words(src()), {words(src())}, 0};
        const bool both = row.side > 0 || row.kernel == AccessKernel::gather;
        if (both) memory.dst = words(dst());
        if (row.kernel == AccessKernel::load_pinned) memory.src = words(pinned_.data());
        if (row.kernel == AccessKernel::texture_pitch) memory.texture = pitch_texture_->get();
        if (row.kernel == AccessKernel::texture_array || row.kernel == AccessKernel::texture_copied)
            memory.texture = array_texture_->get();
        return memory;
    }

  private:
    static Word* words(std::byte* bytes) { return reinterpret_cast<Word*>(bytes); }
    static ImageView square_at(std::byte* data, std::int64_t side) {
        return {data, side, side, access_word_bytes,
                static_cast<std::size_t>(side) * access_word_bytes};
    }

    AccessDevice device_;
    DeviceImage memory_;
    PinnedBuffer pinned_;
    std::unique_ptr<Texture> pitch_texture_;
    std::unique_ptr<Texture> array_texture_;
    std::int64_t array_side_ = 0;
};

void check_row(const AccessCase& row, const AccessDevice& device) {
    if (row.side < 0 || row.side % 32 != 0 || row.stride < 1 || row.offset < 0 || row.offset > 31)
        throw std::invalid_argument("timing an access: no kernel takes these parameters");
    const bool fits = row.side > 0 ? access_useful_bytes(row, device) <=
                                         static_cast<double>(device.footprint_bytes)
                                   : access_blocks(row, device) > 0;
    if (!fits) throw std::invalid_argument("timing an access: it needs more device memory");
}

Step step(const Ground& ground, const AccessCase& row, const AccessDevice& device) {
    switch (row.kernel) {
        case AccessKernel::gather_memcpy:
            return [&ground, rows = access_items(row, device)](std::size_t, cudaStream_t stream) {
                check(cudaMemcpy2DAsync(ground.dst(), access_word_bytes, ground.src(),
                                        access_line_bytes, access_word_bytes, rows,
                                        cudaMemcpyDeviceToDevice, stream),
                      "gathering by cudaMemcpy2D");
            };
        case AccessKernel::tiled:
            return [&ground, side = row.side](std::size_t, cudaStream_t stream) {
                turn_async(ground.square(side), ground.turned_square(side), Turn::transpose,
                           stream);
            };
        case AccessKernel::copy:
            return [&ground, side = row.side](std::size_t, cudaStream_t stream) {
                copy_words_async(ground.src(), ground.dst(), ground.square(side).pixels_bytes(),
                                 stream);
            };
        case AccessKernel::texture_copied:
            return [&ground, row](std::size_t, cudaStream_t stream) {
                ground.array_texture().copy_in_async(ground.square(row.side), stream);
                launch_lesson_async(row, 0, ground.for_row(row), stream);
            };
        default:
            return [&ground, row, blocks = access_blocks(row, device)](std::size_t,
                                                                       cudaStream_t stream) {
                launch_lesson_async(row, blocks, ground.for_row(row), stream);
            };
    }
}

// The other way to copy: the faster of the two counts.
Step memcpy_step(const Ground& ground, const AccessCase& row) {
    return [&ground, side = row.side](std::size_t, cudaStream_t stream) {
        check(cudaMemcpyAsync(ground.dst(), ground.src(), ground.square(side).pixels_bytes(),
                              cudaMemcpyDeviceToDevice, stream),
              "copying within the device");
    };
}

}  // namespace

AccessDevice access_device() {
    AccessDevice device;
    device.l2_bytes = l2_bytes();
    std::size_t fetch_bytes = 0;
    if (cudaDeviceGetLimit(&fetch_bytes, cudaLimitMaxL2FetchGranularity) == cudaSuccess)
        device.fetch_bytes = fetch_bytes;  // a device without that limit keeps the usual one
    std::size_t free_bytes = 0;
    std::size_t all_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &all_bytes), "asking for free device memory");
    // Half of what is free leaves room for textures, and for whoever else is there.
    device.footprint_bytes = std::bit_floor(std::min(free_bytes / 2, most_footprint_bytes));
    return device;
}

std::vector<double> time_accesses(std::span<const AccessCase> rows, const AccessDevice& device) {
    Ground ground(device);
    ground.provide(rows);
    std::vector<Step> steps;
    for (const AccessCase& row : rows) {
        check_row(row, device);
        steps.push_back(step(ground, row, device));
    }
    for (const AccessCase& row : rows)
        if (row.kernel == AccessKernel::copy) steps.push_back(memcpy_step(ground, row));

    std::vector<double> times =
        median_times(steps, [&ground](cudaStream_t stream) { ground.fill_random_async(stream); });
    auto other_copy = times.begin() + static_cast<std::ptrdiff_t>(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].kernel == AccessKernel::copy) times[i] = std::min(times[i], *other_copy++);
    times.resize(rows.size());
    return times;
}

void run_accesses_once(std::span<const AccessCase> rows, const AccessDevice& device) {
    Ground ground(device);
    ground.provide(rows);
    const Stream stream;
    ground.fill_random_async(stream.get());
    for (const AccessCase& row : rows) {
        check_row(row, device);
        step(ground, row, device)(0, stream.get());
    }
    stream.synchronize();
}

}  // namespace turntile::gpu
