#include "app/access_prediction.hpp"

#include <gtest/gtest.h>

namespace turntile::app {
namespace {

constexpr std::uint64_t words = std::uint64_t{1} << 29;  // in 2 GiB
const AccessDevice h200;

AccessPrediction of(const AccessCase& row, const AccessDevice& device = h200) {
    const auto prediction = predict(row, device);
    EXPECT_TRUE(prediction.has_value());
    return prediction.value_or(AccessPrediction{});
}

double percent(const AccessCase& row, const AccessDevice& device = h200) {
    const AccessKernel base =
        row.kernel == AccessKernel::store ? AccessKernel::store : AccessKernel::load;
    return predict_percent(of(row, device), of({.kernel = base}, device)).value_or(-1);
}

TEST(AccessPrediction, CountsTheRequestsOfAWholeLaunch) {
    const AccessPrediction one = of({.stride = 1});
    EXPECT_EQ(one.loads.requests, words / 32);
    EXPECT_EQ(one.loads.sectors(), words / 32 * 4);
    EXPECT_EQ(one.loads.lines_each, 1U);
    EXPECT_EQ(one.stores.requests, 0U);
    EXPECT_EQ(one.useful_bytes, 4.0 * words);
    EXPECT_EQ(one.dram_bytes, 4.0 * words);
    // 25 words apart there is room for 10485 blocks of 2048.
    EXPECT_EQ(of({.stride = 25}).loads.requests, 10485U * 2048 / 32);
}

TEST(AccessPrediction, LeavesBlocksOfTransposesToTheirGrid) {
    EXPECT_EQ(access_blocks({.kernel = AccessKernel::tile, .side = 8192}, h200), 0U);
    EXPECT_EQ(access_blocks({.kernel = AccessKernel::copy, .side = 8192}, h200), 0U);
}

TEST(AccessPrediction, HalvesLoadsWithEachDoublingOfTheStrideUntilAFetchHoldsOneWord) {
    EXPECT_DOUBLE_EQ(percent({.stride = 1}), 100);
    EXPECT_DOUBLE_EQ(percent({.stride = 2}), 50);
    EXPECT_DOUBLE_EQ(percent({.stride = 4}), 25);
    EXPECT_DOUBLE_EQ(percent({.stride = 8}), 12.5);
    EXPECT_DOUBLE_EQ(percent({.stride = 16}), 6.25);
    EXPECT_DOUBLE_EQ(percent({.stride = 32}), 6.25);
    EXPECT_DOUBLE_EQ(percent({.stride = 25}), 6.25);
}

TEST(AccessPrediction, GoesByTheDevicesFetchGranularity) {
    AccessDevice device;
    device.fetch_bytes = 128;  // the lessons' cards
    EXPECT_DOUBLE_EQ(percent({.stride = 32}, device), 3.125);
    device.fetch_bytes = 32;
    EXPECT_DOUBLE_EQ(percent({.stride = 16}, device), 12.5);
}

TEST(AccessPrediction, LeavesLoadsAtAnOffsetTheirSpeed) {
    for (const int offset : {1, 2, 8, 16, 30, 31})
        EXPECT_DOUBLE_EQ(percent({.offset = offset}), 100) << offset;
    EXPECT_EQ(of({.offset = 30}).loads.sectors_each, 5U);
    EXPECT_EQ(of({.offset = 30}).loads.lines_each, 2U);
}

TEST(AccessPrediction, OfStructuresIsTheShareThatIsUsed) {
    EXPECT_NEAR(percent({.kernel = AccessKernel::one_of_12}), 100.0 / 3, 1e-9);
    EXPECT_DOUBLE_EQ(percent({.kernel = AccessKernel::all_of_12}), 100);
    EXPECT_DOUBLE_EQ(percent({.kernel = AccessKernel::one_of_16}), 25);
    EXPECT_DOUBLE_EQ(percent({.kernel = AccessKernel::three_of_16}), 75);
    EXPECT_DOUBLE_EQ(percent({.kernel = AccessKernel::whole_16}), 100);
    EXPECT_DOUBLE_EQ(percent({.kernel = AccessKernel::one_array}), 100);
    EXPECT_DOUBLE_EQ(percent({.kernel = AccessKernel::three_arrays}), 100);
    EXPECT_EQ(of({.kernel = AccessKernel::all_of_12}).loads.sectors_each, 12U);
    EXPECT_EQ(of({.kernel = AccessKernel::three_arrays}).loads.sectors_each, 4U);
    EXPECT_EQ(of({.kernel = AccessKernel::whole_16}).loads.sectors_each, 16U);
    EXPECT_EQ(of({.kernel = AccessKernel::whole_16}).loads.lines_each, 4U);
}

TEST(AccessPrediction, LeavesSpeedsOpenThatDramDoesNotSet) {
    const auto open = [](const AccessCase& row) { return percent(row) == -1; };
    EXPECT_TRUE(open({.kernel = AccessKernel::load_random}));
    EXPECT_TRUE(open({.kernel = AccessKernel::load_pinned}));
    EXPECT_TRUE(open({.kernel = AccessKernel::store, .offset = 1}));
    EXPECT_FALSE(open({.kernel = AccessKernel::store, .offset = 8}));
    EXPECT_TRUE(open({.kernel = AccessKernel::naive_writes, .side = 8192}));
}

TEST(AccessPrediction, OfStoresCountsWhatIsReadToFillSectors) {
    EXPECT_DOUBLE_EQ(percent({.kernel = AccessKernel::store, .stride = 2}), 25);
    EXPECT_DOUBLE_EQ(percent({.kernel = AccessKernel::store, .stride = 8}), 6.25);
    // 32 bytes read and 32 written for every 4.
    EXPECT_EQ(of({.kernel = AccessKernel::store, .stride = 32}).dram_overhead(), 16);
    EXPECT_EQ(percent({.kernel = AccessKernel::store, .stride = 32}), -1);
}

TEST(AccessPrediction, KnowsNothingOfDramWhereTheCacheHoldsAll) {
    EXPECT_FALSE(of({.kernel = AccessKernel::naive_reads, .side = 1024}).dram_bytes.has_value());
    EXPECT_TRUE(of({.kernel = AccessKernel::naive_reads, .side = 8192}).dram_bytes.has_value());
    const AccessDevice small = {.footprint_bytes = std::size_t{1} << 26};
    EXPECT_EQ(percent({.stride = 2}, small), -1);
    EXPECT_EQ(of({.stride = 2}, small).loads.sectors_each, 8U);
}

TEST(AccessPrediction, KnowsTheLadder) {
    constexpr std::uint64_t warps = std::uint64_t{8192} * 8192 / 32;
    const AccessPrediction naive = of({.kernel = AccessKernel::naive_writes, .side = 8192});
    EXPECT_EQ(naive.loads.requests, warps);
    EXPECT_EQ(naive.loads.sectors_each, 4U);
    EXPECT_EQ(naive.stores.sectors_each, 32U);
    // 8 words of 4 rows: 4 sectors; written, 8 columns of 4 words.
    const AccessPrediction narrow =
        of({.kernel = AccessKernel::naive_writes, .side = 8192, .block_width = 8});
    EXPECT_EQ(narrow.loads.sectors_each, 4U);
    EXPECT_EQ(narrow.stores.sectors_each, 8U);
    const AccessPrediction reads =
        of({.kernel = AccessKernel::naive_reads, .side = 8192, .block_width = 16});
    EXPECT_EQ(reads.loads.sectors_each, 16U);
    EXPECT_EQ(reads.stores.sectors_each, 4U);
    EXPECT_EQ(of({.kernel = AccessKernel::texture_array, .side = 8192}).loads.requests, 0U);
}

TEST(AccessPrediction, CountsBankConflictsOfTiles) {
    constexpr std::uint64_t warps = std::uint64_t{8192} * 8192 / 32;
    for (const int pixels : {1, 4}) {
        AccessCase row = {.kernel = AccessKernel::tile,
                          .side = 8192,
                          .tile_pitch = 32,
                          .pixels_a_thread = pixels};
        EXPECT_EQ(of(row).bank_conflicts, 31 * warps);
        EXPECT_EQ(of(row).shared_requests, 2 * warps);
        row.tile_pitch = 33;
        EXPECT_EQ(of(row).bank_conflicts, 0U);
        EXPECT_EQ(of(row).loads.sectors_each, 4U);
        EXPECT_EQ(of(row).stores.sectors_each, 4U);
    }
}

}  // namespace
}  // namespace turntile::app
