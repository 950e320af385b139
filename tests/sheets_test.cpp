#include "gpu/sheets.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace turntile::gpu {
namespace {

constexpr int capacity = 64;

// Sheets of so many tiles each.
Sheets<capacity> sheets_of(const std::vector<unsigned>& tiles) {
    Sheets<capacity> sheets;
    unsigned all = 0;
    for (const unsigned count : tiles) {
        sheets.items[sheets.count++].first_tile = all;
        all += count;
    }
    sheets.share = static_cast<float>(sheets.count) / static_cast<float>(all);
    return sheets;
}

void expect_all_found(const std::vector<unsigned>& tiles) {
    const Sheets<capacity> sheets = sheets_of(tiles);
    unsigned tile = 0;
    for (unsigned sheet = 0; sheet < tiles.size(); ++sheet)
        for (unsigned i = 0; i < tiles[sheet]; ++i, ++tile)
            ASSERT_EQ(find_sheet(sheets, tile), sheet) << "tile " << tile;
}

TEST(Sheets, FindTheSheetOfEveryTileAmongEqualOnes) {
    for (const unsigned each : {1U, 2U, 7U, 48U})
        for (const std::size_t count : {1U, 2U, 3U, 63U, 64U})
            expect_all_found(std::vector<unsigned>(count, each));
}

TEST(Sheets, FindTheSheetBesideLargeOnes) {
    std::vector<unsigned> tiles(capacity, 1);
    for (const std::size_t large : {0U, 1U, 31U, 63U}) {
        tiles[large] = 5000;
        expect_all_found(tiles);
    }
}

TEST(Sheets, FindTheSheetAmongMixedOnes) {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        std::vector<unsigned> tiles(1 + random() % capacity);
        for (unsigned& count : tiles)
            count = static_cast<unsigned>(1 + random() % (random() % 8 == 0 ? 300 : 3));
        expect_all_found(tiles);
    }
}

TEST(Sheets, CountTilesBeyondThirtyOneBits) {
    Sheets<capacity> sheets = sheets_of({2'000'000'000, 1, 2'000'000'000, 5});
    EXPECT_EQ(find_sheet(sheets, 0), 0U);
    EXPECT_EQ(find_sheet(sheets, 1'999'999'999), 0U);
    EXPECT_EQ(find_sheet(sheets, 2'000'000'000), 1U);
    EXPECT_EQ(find_sheet(sheets, 2'000'000'001), 2U);
    EXPECT_EQ(find_sheet(sheets, 4'000'000'005), 3U);
}

}  // namespace
}  // namespace turntile::gpu
