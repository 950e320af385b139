#include "pipeline/host_pool.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

namespace turntile {
namespace {

TEST(HostPool, UsesAReturnedBlockAgain) {
    HostPool pool(allocate_plain, 4);
    const std::byte* first = nullptr;
    {
        const HostPool::Loan loan = pool.take(100'000);
        first = loan.data();
    }
    EXPECT_EQ(pool.take(90'000).data(), first);
}

TEST(HostPool, GivesTheSmallestBlockThatFits) {
    HostPool pool(allocate_plain, 4);
    const std::byte* small = nullptr;
    {
        const HostPool::Loan large_loan = pool.take(1'000'000);
        const HostPool::Loan small_loan = pool.take(50'000);
        small = small_loan.data();
    }
    EXPECT_EQ(pool.take(40'000).data(), small);
}

TEST(HostPool, GivesBlocksThatAreLargeEnough) {
    std::size_t asked_bytes = 0;
    HostPool pool(
        [&](std::size_t size_bytes) {
            asked_bytes = size_bytes;
            return allocate_plain(size_bytes);
        },
        4);
    for (const std::size_t size_bytes :
         {std::size_t{0}, std::size_t{1}, std::size_t{4097}, std::size_t{72'000'000}}) {
        const HostPool::Loan loan = pool.take(size_bytes);
        EXPECT_GE(asked_bytes, size_bytes);
        EXPECT_LE(asked_bytes, size_bytes + size_bytes / 8 + 4096);
        pool.clear();
    }
}

TEST(HostPool, KeepsNoMoreBlocksThanItMay) {
    auto living = std::make_shared<int>(0);
    HostPool pool(
        [living](std::size_t size_bytes) {
            return HostBlock{
                std::shared_ptr<std::byte>(new std::byte[size_bytes],
                                           [living](const std::byte* memory) { delete[] memory; }),
                size_bytes};
        },
        2);
    {
        std::vector<HostPool::Loan> loans;
        for (int i = 0; i < 5; ++i)
            loans.push_back(pool.take(10'000));
        EXPECT_EQ(living.use_count(), 1 + 1 + 5);  // this one, the allocator's, and the blocks'
    }
    EXPECT_EQ(living.use_count(), 1 + 1 + 2);
}

TEST(HostPool, ServesManyThreads) {
    HostPool pool(allocate_plain, 3);
    const auto work = [&pool](int value) {
        for (int i = 0; i < 500; ++i) {
            const HostPool::Loan loan = pool.take(20'000);
            std::memset(loan.data(), value, 20'000);
            ASSERT_EQ(std::to_integer<int>(loan.data()[19'999]), value);
        }
    };
    std::thread one(work, 1), two(work, 2), three(work, 3);
    one.join();
    two.join();
    three.join();
}

}  // namespace
}  // namespace turntile
