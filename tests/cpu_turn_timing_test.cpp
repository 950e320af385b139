#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "cpu/turn_timing.hpp"
#include "tests/sanitized.hpp"

namespace turntile {
namespace {

TEST(MedianMs, IsTheMiddleSample) {
    std::array samples = {9.0, 1.0, 5.0};
    EXPECT_EQ(median_ms(samples), 5.0);
    EXPECT_EQ(median_ms({}), 0.0);
}

TEST(TurnCase, CountsBytesReadAndWritten) {
    const TurnCase turn_case = {.size = {10, 20}, .pixel_bytes = 3, .batch = 4};
    EXPECT_EQ(turn_case.bytes_moved(), 2 * 10 * 20 * 3 * 4);
}

TEST(PlanPairs, ExceedFourTimesTheLastCache) {
    constexpr std::size_t mib = std::size_t{1} << 20;
    EXPECT_EQ(cpu::plan_pairs(10 * mib, 32 * mib).pairs, 13U);
    EXPECT_FALSE(cpu::plan_pairs(10 * mib, 32 * mib).hot);
    EXPECT_EQ(cpu::plan_pairs(128 * mib, 32 * mib).pairs, 2U);
    EXPECT_EQ(cpu::plan_pairs(129 * mib, 32 * mib).pairs, 1U);
    EXPECT_FALSE(cpu::plan_pairs(129 * mib, 32 * mib).hot);
}

TEST(PlanPairs, AreHotWhereMemoryDoesNotSuffice) {
    constexpr std::size_t mib = std::size_t{1} << 20;
    EXPECT_EQ(cpu::plan_pairs(100 * mib, 512 * mib).pairs, 10U);
    EXPECT_TRUE(cpu::plan_pairs(100 * mib, 512 * mib).hot);
    EXPECT_EQ(cpu::plan_pairs(3000 * mib, 512 * mib).pairs, 1U);
    EXPECT_FALSE(cpu::plan_pairs(3000 * mib, 512 * mib).hot);
}

TEST(CpuTimeTurn, GivesPlausibleTimesWithinItsLimit) {
    const TurnCase turn_case = {.size = {3000, 2000}, .pixel_bytes = 3, .turn = Turn::rotate_90};
    const auto start = std::chrono::steady_clock::now();
    const TurnTimes times = cpu::time_turn(turn_case);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10 * tests::patience));
    // From 0.01 GB/s (a slow machine, sanitizers) to 10 TB/s (nothing was done).
    for (const double ms : {times.copy_ms, times.naive_ms, times.tiled_ms}) {
        EXPECT_GT(ms, turn_case.bytes_moved() / 10e12 * 1e3);
        EXPECT_LT(ms, turn_case.bytes_moved() / 0.01e9 * 1e3);
    }
    EXPECT_FALSE(times.peer_ms.has_value());
}

TEST(CpuTimeTurn, TimesTheWholeBatch) {
    const TurnCase one = {.size = {640, 480}, .pixel_bytes = 4, .batch = 1};
    TurnCase many = one;
    many.batch = 64;
    const TurnTimes one_times = cpu::time_turn(one);
    const TurnTimes many_times = cpu::time_turn(many);
    EXPECT_GT(many_times.copy_ms, one_times.copy_ms);
    EXPECT_GT(many_times.naive_ms, one_times.naive_ms);
    EXPECT_GT(many_times.tiled_ms, one_times.tiled_ms);
}

TEST(CpuTimeTurn, TakesEveryTurnTightAndPadded) {
    for (const Turn turn : {Turn::none, Turn::flip_vertical, Turn::transverse})
        for (const bool tight_pitch : {false, true}) {
            const TurnTimes times = cpu::time_turn(
                {.size = {101, 67}, .pixel_bytes = 1, .tight_pitch = tight_pitch, .turn = turn});
            EXPECT_GT(times.copy_ms, 0) << name(turn);
            EXPECT_GT(times.naive_ms, 0) << name(turn);
            EXPECT_GT(times.tiled_ms, 0) << name(turn);
        }
}

TEST(CpuTimeTurn, TimesAPeerInTheSameRounds) {
    const TurnCase turn_case = {.size = {60, 40}, .pixel_bytes = 2, .turn = Turn::rotate_90};
    int calls = 0;
    const TurnTimes times =
        cpu::time_turn(turn_case, [&](ConstImageView src, ImageView dst, Turn turn) {
            EXPECT_EQ(src.size(), turn_case.size);
            EXPECT_EQ(dst.size(), turned(src.size(), turn));
            EXPECT_EQ(turn, Turn::rotate_90);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            ++calls;
        });
    EXPECT_GT(calls, 2);
    ASSERT_TRUE(times.peer_ms.has_value());
    EXPECT_GE(*times.peer_ms, 2);
    EXPECT_LT(times.tiled_ms, 2);
}

TEST(CpuTimeTurn, RefusesWhatCannotBeTurned) {
    EXPECT_THROW(cpu::time_turn({.size = {0, 5}}), std::invalid_argument);
    EXPECT_THROW(cpu::time_turn({.size = {5, -1}}), std::invalid_argument);
    EXPECT_THROW(cpu::time_turn({.size = {5, 5}, .pixel_bytes = 5}), std::invalid_argument);
    EXPECT_THROW(cpu::time_turn({.size = {5, 5}, .batch = 0}), std::invalid_argument);
    EXPECT_THROW(cpu::time_turn({.size = {std::int64_t{1} << 31, 1}}), std::invalid_argument);
}

}  // namespace
}  // namespace turntile
