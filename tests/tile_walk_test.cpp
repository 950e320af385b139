#include <gtest/gtest.h>

#include <vector>

#include "cpu/tile_walk.hpp"
#include "tests/test_image.hpp"

namespace turntile {
namespace {

using cpu::TileWalk;

std::vector<Box> boxes(TileWalk walk) {
    std::vector<Box> found;
    for (; !walk.done(); walk.advance())
        found.push_back(walk.tile());
    return found;
}

TEST(TileWalk, GoesStripByStripAndBandByBand) {
    EXPECT_EQ(boxes({{.x = 10, .y = 20, .width = 5, .height = 3}, {2, 2}, 4, false}),
              (std::vector<Box>{{10, 20, 2, 2},
                                {12, 20, 2, 2},
                                {10, 22, 2, 1},
                                {12, 22, 2, 1},
                                {14, 20, 1, 2},
                                {14, 22, 1, 1}}));
}

TEST(TileWalk, BeginsEachStripAtTheBottomWhenItGoesUpwards) {
    EXPECT_EQ(boxes({{.x = 10, .y = 20, .width = 3, .height = 3}, {2, 2}, 2, true}),
              (std::vector<Box>{{10, 21, 2, 2}, {10, 20, 2, 1}, {12, 21, 1, 2}, {12, 20, 1, 1}}));
}

TEST(TileWalk, KnowsTheFirstAndTheLastBand) {
    TileWalk walk({.width = 2, .height = 5}, {2, 2}, 2, false);
    EXPECT_TRUE(walk.in_first_band());
    EXPECT_FALSE(walk.in_last_band());
    walk.advance();
    EXPECT_FALSE(walk.in_first_band());
    EXPECT_FALSE(walk.in_last_band());
    walk.advance();
    EXPECT_TRUE(walk.in_last_band());
    EXPECT_EQ(walk.tile().height, 1);
    walk.advance();
    EXPECT_TRUE(walk.done());
    EXPECT_EQ(walk.tile(), Box{});
}

TEST(TileWalk, OfNothingIsDone) {
    EXPECT_TRUE(boxes({{.width = 0, .height = 5}, {2, 2}, 2, false}).empty());
    EXPECT_TRUE(boxes({{.width = 5, .height = 0}, {2, 2}, 2, false}).empty());
}

}  // namespace
}  // namespace turntile
