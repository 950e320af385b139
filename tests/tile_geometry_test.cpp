#include "gpu/tile_geometry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace turntile::gpu {
namespace {

// For every byte of a destination row, however it is aligned: exactly one tile writes it, and has
// staged it.
template <class Tile>
void expect_runs_cover_rows() {
    const int most_back = Tile::aligned ? 0 : tiles::sector_bytes - 1;
    for (const int row_px : {1, 2, 31, 333, 1000})
        for (int back = 0; back <= most_back; ++back) {
            const std::int64_t row_bytes = std::int64_t{row_px} * Tile::pixel_bytes;
            std::int64_t next = 0;
            for (unsigned along = 0; along < tiles::tiles_along<Tile>(row_bytes); ++along) {
                const std::int64_t run = std::int64_t{along} * Tile::run_bytes - back;
                const std::int64_t begin = std::max<std::int64_t>(run, 0);
                const std::int64_t end = std::min<std::int64_t>(run + Tile::run_bytes, row_bytes);
                if (begin >= end) continue;
                ASSERT_EQ(begin, next);
                next = end;
                const std::int64_t staged = tiles::first_staged_px<Tile>(along) * Tile::pixel_bytes;
                ASSERT_LE(staged, begin);
                ASSERT_GE(staged + Tile::staged_bytes, end);
            }
            ASSERT_EQ(next, row_bytes) << Tile::pixel_bytes << " bytes, moved back by " << back;
        }
}

// How many times a bank serves another word when lanes access `words` words each at `at(lane)`.
template <class At>
int bank_conflicts(unsigned words, At at) {
    // Accesses of 8 and 16 bytes are served by halves and quarters of a warp.
    const unsigned lanes = tiles::warp_lanes / (words == 3 ? 1 : words);
    int worst = 0;
    for (unsigned word = 0; word < (words == 3 ? 3 : 1); ++word)
        for (unsigned first = 0; first < tiles::warp_lanes; first += lanes) {
            std::array<std::set<unsigned>, tiles::banks> served;
            for (unsigned lane = first; lane < first + lanes; ++lane)
                for (unsigned i = 0; i < (words == 3 ? 1 : words); ++i) {
                    const unsigned address = at(lane) + word + i;
                    served[address % tiles::banks].insert(address);
                }
            for (const auto& addresses : served)
                worst = std::max(worst, static_cast<int>(addresses.size()) - 1);
        }
    return worst;
}

// A warp's first patch of blocks.
template <class Tile>
void expect_no_bank_conflicts() {
    constexpr unsigned words = block_words<Tile::pixel_bytes>;
    EXPECT_EQ(bank_conflicts(words,
                             [](unsigned lane) {
                                 return Tile::In::at(lane / Tile::lanes_x * Tile::block) +
                                        lane % Tile::lanes_x * words;
                             }),
              0)
        << "reading blocks of " << Tile::pixel_bytes << " bytes";
    EXPECT_EQ(bank_conflicts(words,
                             [](unsigned lane) {
                                 return Tile::Out::at(lane % Tile::lanes_x * Tile::block) +
                                        lane / Tile::lanes_x * words;
                             }),
              0)
        << "writing blocks of " << Tile::pixel_bytes << " bytes";
}

template <int pixel_bytes>
void check_tiles() {
    expect_runs_cover_rows<SwapTileOf<pixel_bytes, Fit::aligned>>();
    expect_runs_cover_rows<SwapTileOf<pixel_bytes, Fit::any>>();
    expect_runs_cover_rows<SwapTileOf<pixel_bytes, Fit::aligned_small>>();
    expect_runs_cover_rows<SwapTileOf<pixel_bytes, Fit::any_small>>();
    expect_runs_cover_rows<MirrorTileOf<pixel_bytes, Fit::aligned>>();
    expect_runs_cover_rows<MirrorTileOf<pixel_bytes, Fit::any>>();
    expect_runs_cover_rows<MirrorTileOf<pixel_bytes, Fit::aligned_small>>();
    expect_runs_cover_rows<MirrorTileOf<pixel_bytes, Fit::any_small>>();
    expect_no_bank_conflicts<SwapTileOf<pixel_bytes, Fit::aligned>>();
    expect_no_bank_conflicts<SwapTileOf<pixel_bytes, Fit::aligned_small>>();
}

TEST(TileGeometry, RunsCoverEveryRowAndBlocksMeetInNoBank) {
    check_tiles<1>();
    check_tiles<2>();
    check_tiles<3>();
    check_tiles<4>();
    check_tiles<6>();
    check_tiles<8>();
    check_tiles<12>();
    check_tiles<16>();
    expect_runs_cover_rows<CopyTileOf<Fit::aligned>>();
    expect_runs_cover_rows<CopyTileOf<Fit::any>>();
    expect_runs_cover_rows<CopyTileOf<Fit::aligned_small>>();
    expect_runs_cover_rows<CopyTileOf<Fit::any_small>>();
}

TEST(TileGeometry, LayoutsKeepRowsApartAndOnChunks) {
    using Layout = SwapTileOf<3, Fit::aligned>::In;
    for (unsigned row = 0; row < Layout::rows; ++row) {
        EXPECT_EQ(Layout::at(row) % 4, 0U);
        EXPECT_GE(Layout::at(row + 1), Layout::at(row) + Layout::row_words);
    }
    EXPECT_GE(Layout::words, Layout::at(Layout::rows - 1) + Layout::row_words);
}

}  // namespace
}  // namespace turntile::gpu
