// Cases worked out by hand; the first are the lessons' own.
#include "app/warp_request.hpp"

#include <gtest/gtest.h>

namespace turntile::app {
namespace {

// 32 words, `spacing` bytes apart, from byte `start` on.
WarpRequest words(std::uint64_t spacing, std::uint64_t start = 0) {
    return make_request([=](unsigned lane) { return start + lane * spacing; });
}

TEST(WarpRequest, Of32FloatsIsFourSectorsOfOneLine) {
    EXPECT_EQ(count_sectors(words(4)), 4U);
    EXPECT_EQ(count_lines(words(4)), 1U);
    EXPECT_EQ(count_sectors(words(4, 1280)), 4U);
    EXPECT_EQ(count_lines(words(4, 1280)), 1U);
}

TEST(WarpRequest, WithAStrideOf32FloatsIsALineForEachLane) {
    EXPECT_EQ(count_sectors(words(128)), 32U);
    EXPECT_EQ(count_lines(words(128)), 32U);
}

// A, A + 100, ..., A + 3100: bytes 0 to 3103 lie in 25 lines of 128.
TEST(WarpRequest, Of100ByteStepsIs25Lines) {
    EXPECT_EQ(count_sectors(words(100)), 32U);
    EXPECT_EQ(count_lines(words(100)), 25U);
}

// Bytes 120 to 247: line 0 (96 to 127) and line 1 (128 to 255); sectors 3, and 4 to 7.
TEST(WarpRequest, OfBytes120To248IsTwoLinesAndFiveSectors) {
    EXPECT_EQ(count_sectors(words(4, 120)), 5U);
    EXPECT_EQ(count_lines(words(4, 120)), 2U);
}

TEST(WarpRequest, HasTwiceTheSectorsForTwiceTheStrideUpToOneALane) {
    EXPECT_EQ(count_sectors(words(8)), 8U);
    EXPECT_EQ(count_lines(words(8)), 2U);
    EXPECT_EQ(count_sectors(words(16)), 16U);
    EXPECT_EQ(count_sectors(words(32)), 32U);
    EXPECT_EQ(count_lines(words(32)), 8U);
    EXPECT_EQ(count_sectors(words(64)), 32U);
    EXPECT_EQ(count_lines(words(64)), 16U);
}

TEST(WarpRequest, NeedsAFifthSectorUnlessItStartsOnOne) {
    EXPECT_EQ(count_sectors(words(4, 32)), 4U);
    EXPECT_EQ(count_lines(words(4, 32)), 2U);
    EXPECT_EQ(count_sectors(words(4, 4)), 5U);
    EXPECT_EQ(count_sectors(words(4, 124)), 5U);
}

TEST(WarpRequest, CostsTheSameInAnyOrder) {
    const WarpRequest backwards =
        make_request([](unsigned lane) { return std::uint64_t{4} * (31 - lane); });
    EXPECT_EQ(count_sectors(backwards), 4U);
    EXPECT_EQ(count_lines(backwards), 1U);
}

TEST(WarpRequest, CountsBothSectorsOfAnAccessAcrossTheirBorder) {
    const WarpRequest all_the_same = make_request([](unsigned) { return std::uint64_t{24}; }, 16);
    EXPECT_EQ(count_sectors(all_the_same), 2U);
    EXPECT_EQ(count_lines(all_the_same), 1U);
    EXPECT_EQ(
        count_sectors(make_request([](unsigned lane) { return std::uint64_t{lane} * 16; }, 16)),
        16U);
}

// 12-byte structures: one field of 32 of them lies in 384 bytes, 12 sectors, 3 lines.
TEST(WarpRequest, OfAFieldTouchesTheWholeStructures) {
    EXPECT_EQ(count_sectors(words(12)), 12U);
    EXPECT_EQ(count_sectors(words(12, 8)), 12U);
    EXPECT_EQ(count_lines(words(12)), 3U);
}

TEST(BankConflicts, ComeFromColumnsOfTilesWhosePitchIs32) {
    EXPECT_EQ(count_bank_conflicts(words(4)), 0U);
    EXPECT_EQ(count_bank_conflicts(words(32 * 4)), 31U);
    EXPECT_EQ(count_bank_conflicts(words(33 * 4)), 0U);
    EXPECT_EQ(count_bank_conflicts(words(2 * 4)), 1U);
    EXPECT_EQ(count_bank_conflicts(words(3 * 4)), 0U);
}

TEST(BankConflicts, DoNotComeFromOneWordThatManyWant) {
    EXPECT_EQ(count_bank_conflicts(make_request([](unsigned) { return std::uint64_t{640}; })), 0U);
    EXPECT_EQ(count_bank_conflicts(make_request(
                  [](unsigned lane) { return lane < 16 ? std::uint64_t{0} : std::uint64_t{128}; })),
              1U);
}

std::uint64_t read(const WarpRequest& request, std::uint64_t span, std::uint64_t fetch) {
    return dram_bytes_of_loads({&request, 1}, span, fetch).read;
}

TEST(DramBytesOfLoads, AreDistinctAtoms) {
    EXPECT_EQ(read(words(4), 128, 64), 128U);
    EXPECT_EQ(read(words(32), 1024, 64), 1024U);  // every second sector would do
    EXPECT_EQ(read(words(32), 1024, 32), 1024U);
    EXPECT_EQ(read(words(64), 2048, 64), 2048U);
    EXPECT_EQ(read(words(64), 2048, 32), 1024U);
    EXPECT_EQ(read(words(128), 4096, 64), 2048U);
    EXPECT_EQ(read(words(128), 4096, 128), 4096U);
    EXPECT_EQ(read(words(100), 3200, 64), 2048U);
}

// What lies behind the span belongs to the next warp, whose words the warp before has begun.
TEST(DramBytesOfLoads, AreNotMoreAtAnOffset) {
    EXPECT_EQ(read(words(4, 120), 128, 64), 128U);
    EXPECT_EQ(read(words(4, 4), 128, 32), 128U);
}

TEST(DramBytesOfLoads, CountAnAtomOnceForAllRequests) {
    const std::array fields = {words(12), words(12, 4), words(12, 8)};
    EXPECT_EQ(dram_bytes_of_loads(fields, 384, 64).read, 384U);
    EXPECT_EQ(dram_bytes_of_loads({fields.data(), 1}, 384, 64).read, 384U);
    EXPECT_EQ(dram_bytes_of_loads(fields, 384, 64).written, 0U);
    EXPECT_EQ(dram_bytes_of_loads({}, 384, 64).read, 0U);
}

TEST(DramBytesOfStores, AreSectorsAndWhatMustBeReadToFillThem) {
    const auto stored = [](const WarpRequest& request, std::uint64_t span) {
        return dram_bytes_of_stores({&request, 1}, span);
    };
    EXPECT_EQ(stored(words(4), 128).written, 128U);
    EXPECT_EQ(stored(words(4), 128).read, 0U);
    EXPECT_EQ(stored(words(8), 256).written, 256U);
    EXPECT_EQ(stored(words(8), 256).read, 256U);
    EXPECT_EQ(stored(words(64), 2048).written, 1024U);
    EXPECT_EQ(stored(words(64), 2048).read, 1024U);
    EXPECT_EQ(stored(words(4, 120), 128).read, 0U);  // the next warp completes the sector
}

}  // namespace
}  // namespace turntile::app
