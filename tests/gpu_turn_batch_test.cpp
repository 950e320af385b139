#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/gpu_test.hpp"
#include "tests/gpu_turn_job.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"

namespace turntile {
namespace {

using reference::items_of;
using reference::mixed_jobs;
using Job = reference::GpuTurnJob;

class GpuTurnBatch : public GpuTest {};

TEST_F(GpuTurnBatch, TurnsImagesOfMixedSizesLayoutsAndTurns) {
    const gpu::Stream stream;
    for (const Method method : {Method::naive, Method::tiled})
        for (const std::size_t pixel_bytes : reference::pixel_sizes) {
            const std::deque<Job> jobs = mixed_jobs(pixel_bytes, 60);
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
    const std::deque<Job> jobs = mixed_jobs(4, 3);
    std::vector<gpu::BatchItem> items = items_of(jobs);
    items.insert(items.begin() + 1,
                 {{nullptr, 0, 3, 4, 0}, {nullptr, 3, 0, 4, 12}, Turn::transpose});
    gpu::turn_batch_async(items, Method::tiled, nullptr);
    for (const Job& job : jobs)
        EXPECT_TRUE(job.is_right());
    EXPECT_NO_THROW(gpu::turn_batch_async({}, Method::tiled, nullptr));
}

TEST_F(GpuTurnBatch, EnqueuesNothingIfAnItemIsWrong) {
    const std::deque<Job> jobs = mixed_jobs(4, 2);
    const std::deque<Job> others = mixed_jobs(3, 1);
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
    const std::deque<Job> jobs = mixed_jobs(3, 30);
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
