// What the embedding calls promise beside the right pixels: they stay on the caller's stream,
// neither allocate nor wait, can be captured, and may come from many threads at once.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "tests/cuda_calls.hpp"
#include "tests/gpu_test.hpp"
#include "tests/gpu_turn_job.hpp"
#include "turntile/error.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"

namespace turntile {
namespace {

using reference::items_of;
using reference::mixed_jobs;
using Job = reference::GpuTurnJob;

class GpuContract : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (!IsSkipped() && !HasFatalFailure()) gpu::load_kernels();
    }
};

// Holds up a stream until it is released, or gone.
class Barrier {
  public:
    explicit Barrier(cudaStream_t stream) {
        gpu::check(cudaLaunchHostFunc(
                       stream, [](void* self) { static_cast<Barrier*>(self)->open_.wait(); }, this),
                   "blocking a stream");
    }
    ~Barrier() { release(); }
    Barrier(const Barrier&) = delete;
    Barrier& operator=(const Barrier&) = delete;
    void release() {
        if (!std::exchange(released_, true)) opener_.set_value();
    }

  private:
    std::promise<void> opener_;
    std::shared_future<void> open_ = opener_.get_future().share();
    bool released_ = false;
};

TEST_F(GpuContract, WorkWaitsOnTheCallersStream) {
    for (const Method method : {Method::naive, Method::tiled}) {
        const Job alone({640, 480}, 3, Turn::rotate_90);
        const std::deque<Job> jobs = mixed_jobs(3, 40);
        const std::vector<gpu::BatchItem> items = items_of(jobs);
        const gpu::Stream stream;
        Barrier barrier(stream.get());
        alone.enqueue(method, stream.get());
        gpu::turn_batch_async(items, method, stream.get());
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        EXPECT_EQ(cudaStreamQuery(stream.get()), cudaErrorNotReady);
        EXPECT_FALSE(alone.is_right());
        EXPECT_TRUE(
            std::none_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.is_right(); }));
        barrier.release();
        stream.synchronize();
        EXPECT_TRUE(alone.is_right());
        EXPECT_TRUE(
            std::all_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.is_right(); }));
    }
    cudaGetLastError();  // cudaStreamQuery's
}

TEST_F(GpuContract, LaunchesAndDoesNothingElse) {
    const gpu::Stream stream;
    for (const std::size_t pixel_bytes : reference::pixel_sizes)
        for (const Method method : {Method::naive, Method::tiled}) {
            const std::deque<Job> jobs = mixed_jobs(pixel_bytes, 60);
            const std::vector<gpu::BatchItem> items = items_of(jobs);
            int before = -1;
            int after = -1;
            ASSERT_EQ(cudaGetDevice(&before), cudaSuccess);
            {
                const CudaCalls calls;
                for (const Job& job : jobs)
                    job.enqueue(method, stream.get());
                gpu::turn_batch_async(items, method, stream.get());
                EXPECT_EQ(calls.others(), "");
                EXPECT_EQ(calls.heap_allocations(), 0);
                EXPECT_GE(calls.launches().size(), jobs.size());
                EXPECT_TRUE(std::all_of(calls.launches().begin(), calls.launches().end(),
                                        [&](cudaStream_t used) { return used == stream.get(); }));
            }
            ASSERT_EQ(cudaGetDevice(&after), cudaSuccess);
            EXPECT_EQ(after, before);
            stream.synchronize();
        }
}

// The counter itself: it must see what it should.
TEST_F(GpuContract, CountsCalls) {
    const CudaCalls calls;
    const gpu::DeviceImage image(10, 10, 1);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(calls.others(), "cudaDeviceSynchronize 1, cudaMallocPitch 1");
    const auto on_the_heap = std::make_unique<std::vector<int>>(100);
    EXPECT_GE(calls.heap_allocations(), 1);
}

TEST_F(GpuContract, AGraphOfAHundredTurnsReplays) {
    const std::deque<Job> jobs = mixed_jobs(3, 100);
    const std::deque<Job> batch = mixed_jobs(4, 50);
    const std::vector<gpu::BatchItem> items = items_of(batch);
    const gpu::Stream stream;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeGlobal), cudaSuccess);
    for (const Job& job : jobs)
        job.enqueue(Method::tiled, stream.get());
    gpu::turn_batch_async(items, stream.get());
    ASSERT_EQ(cudaStreamEndCapture(stream.get(), &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiate(&ready, graph, 0), cudaSuccess);
    for (int replay = 0; replay < 3; ++replay) {
        for (const std::deque<Job>* all : {&jobs, &batch})
            for (const Job& job : *all)
                job.poison();
        EXPECT_EQ(cudaGraphLaunch(ready, stream.get()), cudaSuccess);
        stream.synchronize();
        for (const std::deque<Job>* all : {&jobs, &batch})
            for (const Job& job : *all)
                ASSERT_TRUE(job.is_right()) << "replay " << replay;
    }
    EXPECT_EQ(cudaGraphExecDestroy(ready), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(GpuContract, ThreadsWithTheirOwnStreamsTurnAtOnce) {
    const auto work = [](std::size_t pixel_bytes) {
        const std::deque<Job> jobs = mixed_jobs(pixel_bytes, 80);
        const std::vector<gpu::BatchItem> items = items_of(jobs);
        const gpu::Stream stream;
        for (int round = 0; round < 20; ++round) {
            for (const Job& job : jobs)
                job.enqueue(round % 2 == 0 ? Method::tiled : Method::naive, stream.get());
            gpu::turn_batch_async(items, stream.get());
        }
        stream.synchronize();
        return std::all_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.is_right(); });
    };
    std::future<bool> other = std::async(std::launch::async, work, std::size_t{3});
    EXPECT_TRUE(work(4));
    EXPECT_TRUE(other.get());
}

TEST_F(GpuContract, LeavesTheCallersLastErrorAlone) {
    const std::deque<Job> jobs = mixed_jobs(3, 20);
    const std::vector<gpu::BatchItem> items = items_of(jobs);
    ASSERT_EQ(cudaSetDevice(9999), cudaErrorInvalidDevice);
    for (const Method method : {Method::naive, Method::tiled}) {
        gpu::turn_batch_async(items, method, nullptr);
        jobs.front().enqueue(method, nullptr);
        EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    }
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(GpuContract, RefusesABatchWhoseLaunchIsRefused) {
    const std::deque<Job> jobs = mixed_jobs(3, 5);
    const std::vector<gpu::BatchItem> items = items_of(jobs);
    const gpu::Stream stream;
    cudaGraph_t graph = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_NE(cudaStreamSynchronize(stream.get()), cudaSuccess);  // breaks the capture
    EXPECT_THROW(gpu::turn_batch_async(items, stream.get()), CudaError);
    EXPECT_NE(cudaStreamEndCapture(stream.get(), &graph), cudaSuccess);
    EXPECT_NE(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace turntile
