#include "gpu/lane_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <span>
#include <thread>
#include <vector>

#include "tests/gpu_test.hpp"
#include "tests/lane_check.hpp"
#include "turntile/error.hpp"

namespace turntile::gpu {
namespace {

class GpuLanePool : public GpuTest {};

TEST_F(GpuLanePool, LendsALaneToOneBorrowerAtATime) {
    LanePool pool(0, 2);
    const LanePool::Loan first = pool.borrow();
    LanePool::Loan second = pool.borrow();
    EXPECT_NE(first.get(), second.get());
    std::atomic<bool> got = false;
    auto third = std::async(std::launch::async, [&] {
        const LanePool::Loan loan = pool.borrow();
        got = true;
        return loan.get();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_FALSE(got);
    Lane* const lane = second.get();
    second.reset();
    EXPECT_EQ(third.get(), lane);
}

TEST_F(GpuLanePool, KeepsToItsMemory) {
    constexpr std::size_t limit_bytes = 8 << 20;
    LanePool pool(0, 3, limit_bytes);
    EXPECT_THROW(pool.borrow(limit_bytes + 1), CudaError);
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < 6; ++i)
        threads.emplace_back([&, i] {
            for (std::uint64_t k = 0; k < 10; ++k) {
                // 0.2 to 5.5 MB on the device: one, two or three of them at a time.
                const Size size = {static_cast<std::int64_t>(200 + 90 * i + 30 * k), 900};
                const PlanePair plane{{nullptr, size.width, size.height, 3, 0},
                                      {nullptr, size.height, size.width, 3, 0}};
                const LanePool::Loan lane =
                    pool.borrow(Lane::device_bytes_for(std::span(&plane, 1)));
                if (pool.held_bytes() <= limit_bytes &&
                    lane_turns_right(*lane, size, 3, Turn::rotate_90, Method::tiled, i * 10 + k))
                    ++right;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(right, 60);
    EXPECT_GT(pool.held_bytes(), 0U);
}

TEST_F(GpuLanePool, ServesManyThreads) {
    LanePool pool(0, 3);
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
            for (std::uint64_t k = 0; k < 10; ++k) {
                const LanePool::Loan lane = pool.borrow();
                const Size size = {static_cast<std::int64_t>(50 + 37 * i),
                                   static_cast<std::int64_t>(40 + 11 * k)};
                if (lane_turns_right(*lane, size, 3, all_turns[i], Method::tiled, i * 10 + k + 1))
                    ++right;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(right, 80);
}

}  // namespace
}  // namespace turntile::gpu
