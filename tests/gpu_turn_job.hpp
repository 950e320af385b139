// One turn for the tests on a GPU: its images on the host and on the device.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "tests/gpu_test.hpp"
#include "tests/reference.hpp"
#include "turntile/gpu.hpp"

namespace turntile::reference {

/// A turn of a random image. Its layouts depend on its number. It stays where it was made: copies
/// on the device refer to it.
class GpuTurnJob {
  public:
    GpuTurnJob(Size size, std::size_t pixel_bytes, Turn turn, std::size_t number = 0)
        : turn_(turn),
          src_(size, pixel_bytes, layouts[number % layouts.size()]),
          dst_(size_after(size, turn), pixel_bytes, layouts[number * 3 % layouts.size()]) {
        src_.fill_random(number + 1);
        device_src_ = std::make_unique<DeviceCopy>(src_);
        device_dst_ = std::make_unique<DeviceCopy>(dst_);
    }

    gpu::BatchItem item() const { return {device_src_->view(), device_dst_->view(), turn_}; }
    void enqueue(Method method, cudaStream_t stream) const {
        gpu::turn_async(device_src_->view(), device_dst_->view(), turn_, method, stream);
    }
    /// Whether the pixels are right, and all around them is as it was.
    testing::AssertionResult is_right() const {
        device_dst_->download();
        auto result = same_pixels(turn(src_, turn_), dst_);
        return result ? untouched_outside(dst_) : result;
    }
    /// Spoils the destination where it is: a graph knows the address.
    void poison() const {
        const ImageView view = device_dst_->view();
        gpu::check(cudaMemset2D(view.data, view.pitch_bytes, 0xDB, view.row_bytes(),
                                static_cast<std::size_t>(view.height)),
                   "poisoning");
        gpu::check(cudaDeviceSynchronize(), "waiting");
    }

  private:
    Turn turn_;
    HostImage src_;
    HostImage dst_;
    std::unique_ptr<DeviceCopy> device_src_;
    std::unique_ptr<DeviceCopy> device_dst_;
};

/// Jobs of every turn and small size, some of them with full tiles.
inline std::deque<GpuTurnJob> mixed_jobs(std::size_t pixel_bytes, std::size_t count) {
    std::deque<GpuTurnJob> jobs;
    for (std::size_t i = 0; i < count; ++i)
        jobs.emplace_back(small_sizes[i * 7 % small_sizes.size()], pixel_bytes,
                          all_turns[i % all_turns.size()], i);
    return jobs;
}

inline std::vector<gpu::BatchItem> items_of(const std::deque<GpuTurnJob>& jobs) {
    std::vector<gpu::BatchItem> items;
    for (const GpuTurnJob& job : jobs)
        items.push_back(job.item());
    return items;
}

}  // namespace turntile::reference
