#include "gpu/turn_timing.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>

#include "tests/gpu_test.hpp"

namespace turntile::gpu {
namespace {

class GpuTurnTiming : public GpuTest {};

TEST_F(GpuTurnTiming, MeasuresCopyNaiveAndTiled) {
    const TurnTimes times = time_turn({.size = {3000, 2000}, .pixel_bytes = 3});
    EXPECT_GT(times.copy_ms, 0);
    EXPECT_GT(times.naive_ms, times.tiled_ms);
    EXPECT_GT(times.tiled_ms, 0);
    EXPECT_FALSE(times.hot);
    EXPECT_FALSE(times.peer_ms.has_value());
}

TEST_F(GpuTurnTiming, TakesBatchesAndTightRows) {
    const TurnCase few = {.size = {301, 200}, .tight_pitch = true, .turn = Turn::flip_vertical};
    TurnCase many = few;
    many.batch = 16;
    EXPECT_EQ(many.bytes_moved(), 16 * few.bytes_moved());
    EXPECT_GT(time_turn(many).naive_ms, time_turn(few).naive_ms);
}

TEST_F(GpuTurnTiming, SaysWhenTheCacheWasMeasured) {
    EXPECT_TRUE(time_turn({.size = {10, 10}, .pixel_bytes = 1}).hot);
    EXPECT_FALSE(time_turn({.size = {640, 480}, .pixel_bytes = 3}).hot);
}

TEST_F(GpuTurnTiming, ComesBackSoon) {
    const auto start = std::chrono::steady_clock::now();
    time_turn({.size = {6000, 4000}, .pixel_bytes = 3});
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(GpuTurnTiming, MeasuresCopies) {
    EXPECT_GT(time_copy(std::size_t{1} << 28U), time_copy(std::size_t{1} << 26U));
}

TEST_F(GpuTurnTiming, RefusesWhatCannotBeTurned) {
    EXPECT_THROW(time_turn({.size = {0, 10}}), std::invalid_argument);
    EXPECT_THROW(time_turn({.size = {10, 10}, .pixel_bytes = 5}), std::invalid_argument);
    EXPECT_THROW(time_turn({.size = {10, 10}, .batch = 0}), std::invalid_argument);
    EXPECT_THROW(time_copy(0), std::invalid_argument);
}

}  // namespace
}  // namespace turntile::gpu
