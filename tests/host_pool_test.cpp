#include "pipeline/host_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

namespace turntile {
namespace {

constexpr std::size_t plenty = std::size_t{1} << 30;

TEST(HostPool, UsesAReturnedBlockAgain) {
    HostPool pool(plenty);
    const std::byte* first = nullptr;
    {
        const HostPool::Loan loan = pool.take(100'000);
        first = loan.data();
    }
    EXPECT_EQ(pool.take(90'000).data(), first);
}

TEST(HostPool, GivesTheSmallestBlockThatFits) {
    HostPool pool(plenty);
    const std::byte* small = nullptr;
    {
        const HostPool::Loan large_loan = pool.take(1'000'000);
        const HostPool::Loan small_loan = pool.take(50'000);
        small = small_loan.data();
    }
    EXPECT_EQ(pool.take(40'000).data(), small);
}

TEST(HostPool, GrowsABlockRatherThanMakingAnother) {
    HostPool pool(plenty);
    { const HostPool::Loan one = pool.take(100'000), other = pool.take(3'000'000); }
    const HostPool::Loan loan = pool.take(6'000'000);
    std::memset(loan.data(), 1, 6'000'000);
    EXPECT_LT(pool.held_bytes(), 9'000'000U) << "the larger block should have grown";
}

TEST(HostPool, LeavesLargeBlocksToLargePictures) {
    HostPool pool(plenty);
    const std::byte* large = nullptr;
    {
        const HostPool::Loan loan = pool.take(100'000'000);
        large = loan.data();
    }
    const HostPool::Loan small = pool.take(10'000);
    EXPECT_NE(small.data(), large);
    EXPECT_EQ(pool.take(100'000'000).data(), large);
}

TEST(HostPool, KeepsNoMoreThanItMay) {
    HostPool pool(10'000'000);
    {
        std::vector<HostPool::Loan> loans;
        for (int i = 0; i < 5; ++i)
            loans.push_back(pool.take(4'000'000));
        EXPECT_GE(pool.held_bytes(), 20'000'000U);
    }
    EXPECT_LE(pool.held_bytes(), 10'000'000U);
    EXPECT_GE(pool.held_bytes(), 4'000'000U);
    const HostPool::Loan largest = pool.take(30'000'000);
    EXPECT_LE(pool.held_bytes(), 34'000'000U) << "free blocks go first";
}

struct OncePinning : Pinning {
    bool pin(std::byte*, std::size_t) noexcept override {
        ++calls;
        return true;
    }
    void unpin(std::byte*) noexcept override { --calls; }
    std::atomic<int> calls = 0;
};

TEST(HostPool, PinsBlocksThatComeBackOftenAndAreLarge) {
    const auto pinning = std::make_shared<OncePinning>();
    {
        HostPool pool(plenty);
        pool.pin_with(pinning);
        for (int i = 0; i < 3; ++i)
            EXPECT_FALSE(pool.take(2'000'000).is_pinned());
        for (int i = 0; i < 3; ++i)
            EXPECT_TRUE(pool.take(2'000'000).is_pinned());
        for (int i = 0; i < 10; ++i)
            EXPECT_FALSE(pool.take(1000).is_pinned());
        EXPECT_EQ(pinning->calls, 1);
    }
    EXPECT_EQ(pinning->calls, 0) << "what is freed is unpinned";
}

TEST(HostPool, ServesManyThreads) {
    HostPool pool(60'000);
    const auto work = [&pool](int value) {
        for (std::size_t i = 0; i < 500; ++i) {
            const std::size_t size_bytes = 20'000 + i * 10;
            const HostPool::Loan loan = pool.take(size_bytes);
            std::memset(loan.data(), value, size_bytes);
            ASSERT_EQ(std::to_integer<int>(loan.data()[size_bytes - 1]), value);
        }
    };
    std::thread one(work, 1), two(work, 2), three(work, 3);
    one.join();
    two.join();
    three.join();
    EXPECT_LE(pool.held_bytes(), 60'000U);
}

}  // namespace
}  // namespace turntile
