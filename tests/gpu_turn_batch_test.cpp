#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/gpu_test.hpp"
#include "tests/reference.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"

namespace turntile {
namespace {

using reference::DeviceCopy;
using reference::HostImage;

// One image of a batch, on the host and on the device.
class Job {
  public:
    Job(Size size, std::size_t pixel_bytes, Turn turn, std::size_t number)
        : turn_(turn),
          src_(size, pixel_bytes, reference::layouts[number % reference::layouts.size()]),
          dst_(reference::size_after(size, turn), pixel_bytes,
               reference::layouts[number * 3 % reference::layouts.size()]) {
        src_.fill_random(number + 1);
        device_src_ = std::make_unique<DeviceCopy>(src_);
        device_dst_ = std::make_unique<DeviceCopy>(dst_);
    }

    gpu::BatchItem item() const { return {device_src_->view(), device_dst_->view(), turn_}; }

    testing::AssertionResult is_right() const {
        device_dst_->download();
        auto result = reference::same_pixels(reference::turn(src_, turn_), dst_);
        return result ? reference::untouched_outside(dst_) : result;
    }

  private:
    Turn turn_;
    HostImage src_;
    HostImage dst_;
    std::unique_ptr<DeviceCopy> device_src_;
    std::unique_ptr<DeviceCopy> device_dst_;
};

// Images of every small size, turn after turn. They stay where they were made: copies on the device
// refer to them.
std::deque<Job> jobs_of(std::size_t pixel_bytes, std::size_t count) {
    std::deque<Job> jobs;
    for (std::size_t i = 0; i < count; ++i)
        jobs.emplace_back(reference::small_sizes[i * 7 % reference::small_sizes.size()],
                          pixel_bytes, all_turns[i % all_turns.size()], i);
    return jobs;
}

std::vector<gpu::BatchItem> items_of(const std::deque<Job>& jobs) {
    std::vector<gpu::BatchItem> items;
    for (const Job& job : jobs)
        items.push_back(job.item());
    return items;
}

class GpuTurnBatch : public GpuTest {};

TEST_F(GpuTurnBatch, TurnsImagesOfMixedSizesLayoutsAndTurns) {
    const gpu::Stream stream;
    for (const Method method : {Method::naive, Method::tiled})
        for (const std::size_t pixel_bytes : reference::pixel_sizes) {
            const std::deque<Job> jobs = jobs_of(pixel_bytes, 60);
            {
                const std::vector<gpu::BatchItem> items = items_of(jobs);
                gpu::turn_batch_async(items, method, stream.get());
            }  // the items may go at once
            stream.synchronize();
            for (std::size_t i = 0; i < jobs.size(); ++i)
                ASSERT_TRUE(jobs[i].is_right())
                    << "image " << i << ", " << pixel_bytes << " bytes, " << name(method);
        }
}

TEST_F(GpuTurnBatch, TakesMoreImagesThanALaunchHolds) {
    std::deque<Job> jobs;
    for (std::size_t i = 0; i < 1200; ++i)
        jobs.emplace_back(Size{static_cast<std::int64_t>(1 + i % 9), 5}, 3, Turn::rotate_90, i * 8);
    const std::vector<gpu::BatchItem> items = items_of(jobs);
    gpu::turn_batch_async(items, Method::tiled, nullptr);
    for (std::size_t i = 0; i < jobs.size(); ++i)
        ASSERT_TRUE(jobs[i].is_right()) << "image " << i;
}

TEST_F(GpuTurnBatch, LeavesEmptyImagesOut) {
    const std::deque<Job> jobs = jobs_of(4, 3);
    std::vector<gpu::BatchItem> items = items_of(jobs);
    items.insert(items.begin() + 1,
                 {{nullptr, 0, 3, 4, 0}, {nullptr, 3, 0, 4, 12}, Turn::transpose});
    gpu::turn_batch_async(items, Method::tiled, nullptr);
    for (const Job& job : jobs)
        EXPECT_TRUE(job.is_right());
    EXPECT_NO_THROW(gpu::turn_batch_async({}, Method::tiled, nullptr));
}

TEST_F(GpuTurnBatch, EnqueuesNothingIfAnItemIsWrong) {
    const std::deque<Job> jobs = jobs_of(4, 2);
    const std::deque<Job> others = jobs_of(3, 1);
    std::vector<gpu::BatchItem> items = items_of(jobs);
    items.push_back(others.front().item());
    for (const Method method : {Method::naive, Method::tiled}) {
        EXPECT_THROW(gpu::turn_batch_async(items, method, nullptr), std::invalid_argument);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        EXPECT_FALSE(jobs.front().is_right());
    }
}

TEST_F(GpuTurnBatch, CanBeCaptured) {
    gpu::load_kernels();
    const std::deque<Job> jobs = jobs_of(3, 30);
    const std::vector<gpu::BatchItem> items = items_of(jobs);
    const gpu::Stream stream;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeGlobal), cudaSuccess);
    gpu::turn_batch_async(items, Method::tiled, stream.get());
    ASSERT_EQ(cudaStreamEndCapture(stream.get(), &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiate(&ready, graph, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(ready, stream.get()), cudaSuccess);
    stream.synchronize();
    for (const Job& job : jobs)
        EXPECT_TRUE(job.is_right());
    EXPECT_EQ(cudaGraphExecDestroy(ready), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

}  // namespace
}  // namespace turntile
