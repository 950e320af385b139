// The oracle is tried against pictures written by hand, and its checks against what they must see.
#include "tests/reference.hpp"

#include <gtest/gtest.h>

namespace turntile {
namespace {

TEST(Reference, TurnsThePictureAsItIsDrawn) {
    for (const auto& [turn, rows] : reference::turned_pictures) {
        SCOPED_TRACE(name(turn));
        const auto source = reference::image_of(reference::upright_picture, 3, reference::odd);
        EXPECT_TRUE(
            reference::same_pixels(reference::image_of(rows, 3), reference::turn(source, turn)));
    }
}

TEST(Reference, NamesTheFirstWrongPixel) {
    const auto expected = reference::image_of("abc/def", 2);
    const auto got = reference::image_of("abc/dxy", 2, reference::padded);
    const auto result = reference::same_pixels(expected, got);
    EXPECT_FALSE(result);
    EXPECT_STREQ(result.message(), "the first wrong pixel is (1, 1): expected 6566, got 7879");
}

TEST(Reference, TellsSizesApart) {
    EXPECT_FALSE(
        reference::same_pixels(reference::image_of("ab/cd", 1), reference::image_of("abcd", 1)));
}

TEST(Reference, SeesWritesBeforeBetweenAndBehindTheRows) {
    const reference::HostImage image({3, 2}, 1, reference::misaligned);
    EXPECT_TRUE(reference::untouched_outside(image));
    std::byte* const first = image.view().row(0);
    std::byte* const behind = image.view().row(1) + 3;
    for (std::byte* const place : {first - 1, first + 3, behind, &image.storage().back()}) {
        const std::byte before = *place;
        *place = ~before;
        EXPECT_FALSE(reference::untouched_outside(image)) << place - first;
        *place = before;
    }
    EXPECT_TRUE(reference::untouched_outside(image));
}

TEST(Reference, RandomPixelsDifferFromPoison) {
    const reference::HostImage poisoned({64, 64}, 1);
    reference::HostImage random({64, 64}, 1);
    random.fill_random(7);
    for (std::int64_t y = 0; y < 64; ++y)
        for (std::int64_t x = 0; x < 64; ++x)
            ASSERT_NE(*poisoned.pixel({x, y}), *random.pixel({x, y}));
}

}  // namespace
}  // namespace turntile
