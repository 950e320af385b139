// Which rows leave one another in the first cache.
#include "cpu/cache_sets.hpp"

#include <gtest/gtest.h>

namespace turntile {
namespace {

TEST(CacheSets, RowsOfAnOddNumberOfLinesStay) {
    EXPECT_TRUE(cpu::column_stays_cached(95 * 64, 128));
    EXPECT_TRUE(cpu::column_stays_cached(4096 + 64, 128));
}

TEST(CacheSets, OddRowsStay) {
    EXPECT_TRUE(cpu::column_stays_cached(6001, 128));
    EXPECT_TRUE(cpu::column_stays_cached(6001 * 3, 64));
}

TEST(CacheSets, RowsAPowerOfTwoApartPushOneAnotherOut) {
    EXPECT_FALSE(cpu::column_stays_cached(8192, 16));
    EXPECT_FALSE(cpu::column_stays_cached(2048, 128));
    EXPECT_FALSE(cpu::column_stays_cached(4096 + 1, 128)) << "64 rows begin in one set";
}

TEST(CacheSets, AFewRowsAlwaysStay) {
    EXPECT_TRUE(cpu::column_stays_cached(8192, 4));
    EXPECT_FALSE(cpu::column_stays_cached(8192, 5));
}

TEST(CacheSets, LongPitchesDoNotOverflow) {
    EXPECT_FALSE(cpu::column_stays_cached(std::size_t{1} << 62U, 128));
    EXPECT_TRUE(cpu::column_stays_cached((std::size_t{1} << 62U) + 64, 128));
}

}  // namespace
}  // namespace turntile
