#include "app/memory_budget.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace turntile::app {
namespace {

using namespace std::chrono_literals;

bool never() {
    return false;
}

TEST(MemoryBudget, LetsInWhatFits) {
    MemoryBudget budget(100);
    const auto one = budget.take(60, never);
    const auto other = budget.take(40, never);
    EXPECT_EQ(budget.used_bytes(), 100U);
}

TEST(MemoryBudget, MakesOthersWaitUntilMemoryComesBack) {
    MemoryBudget budget(100);
    auto held = budget.take(60, never);
    auto second = std::async(std::launch::async, [&] {
        const auto share = budget.take(50, never);
        return budget.used_bytes();
    });
    EXPECT_EQ(second.wait_for(30ms), std::future_status::timeout);
    held.reset();
    EXPECT_EQ(second.get(), 50U);
    EXPECT_EQ(budget.used_bytes(), 0U);
}

TEST(MemoryBudget, LetsALargerPictureInAlone) {
    MemoryBudget budget(100);
    auto held = budget.take(1, never);
    auto large = std::async(std::launch::async, [&] {
        const auto share = budget.take(1000, never);
        return budget.used_bytes();
    });
    EXPECT_EQ(large.wait_for(30ms), std::future_status::timeout);
    held.reset();
    EXPECT_EQ(large.get(), 1000U);
}

TEST(MemoryBudget, LetsNothingInBesideALargerPicture) {
    MemoryBudget budget(100);
    auto large = budget.take(1000, never);
    auto small = std::async(std::launch::async, [&] { return budget.take(1, never).has_value(); });
    EXPECT_EQ(small.wait_for(30ms), std::future_status::timeout);
    large.reset();
    EXPECT_TRUE(small.get());
}

TEST(MemoryBudget, ServesThoseWhoCameFirstFirst) {
    MemoryBudget budget(100);
    auto held = budget.take(60, never);
    std::atomic<bool> large_is_in = false;
    auto large = std::async(std::launch::async, [&] {
        const auto share = budget.take(90, never);
        large_is_in = true;
    });
    while (budget.waiting() < 1)
        std::this_thread::sleep_for(1ms);
    // It would fit beside what is held, but the large one has waited for longer.
    auto small = std::async(std::launch::async, [&] {
        const auto share = budget.take(20, never);
        return large_is_in.load();
    });
    while (budget.waiting() < 2)
        std::this_thread::sleep_for(1ms);
    held.reset();
    large.get();
    EXPECT_TRUE(small.get());
}

TEST(MemoryBudget, LeavesWhenAskedToStop) {
    MemoryBudget budget(100);
    auto held = budget.take(60, never);
    std::atomic<bool> stop = false;
    auto waiting = std::async(std::launch::async, [&] {
        return budget.take(50, [&] { return stop.load(); }).has_value();
    });
    while (budget.waiting() < 1)
        std::this_thread::sleep_for(1ms);
    auto behind =
        std::async(std::launch::async, [&] { return budget.take(40, never).has_value(); });
    EXPECT_EQ(behind.wait_for(30ms), std::future_status::timeout);
    stop = true;
    EXPECT_FALSE(waiting.get());
    EXPECT_TRUE(behind.get()) << "who leaves holds nobody up";
}

TEST(MemoryBudget, BringsManyThreadsThrough) {
    MemoryBudget budget(100);
    std::atomic<int> done = 0, over = 0;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
            for (std::size_t k = 0; k < 200; ++k) {
                const std::size_t bytes = (i * 31 + k * 17) % 140;
                const auto share = budget.take(bytes, never);
                if (budget.used_bytes() > std::max<std::size_t>(100, bytes)) ++over;
                ++done;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(done, 8 * 200);
    EXPECT_EQ(over, 0);
    EXPECT_EQ(budget.used_bytes(), 0U);
}

}  // namespace
}  // namespace turntile::app
