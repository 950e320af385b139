#include "turntile/image_view.hpp"

#include <gtest/gtest.h>

#include <array>
#include <type_traits>

namespace turntile {
namespace {

TEST(ImageView, DefaultIsEmpty) {
    constexpr ImageView view;
    EXPECT_TRUE(view.empty());
    EXPECT_EQ(view.row_bytes(), 0U);
    EXPECT_EQ(view.extent_bytes(), 0U);
    EXPECT_EQ(view.pixels_bytes(), 0U);
}

TEST(ImageView, CountsPaddingOnlyBetweenRows) {
    std::array<std::byte, 64> memory{};
    const ImageView view = {
        .data = memory.data(), .width = 5, .height = 4, .pixel_bytes = 3, .pitch_bytes = 16};
    EXPECT_FALSE(view.empty());
    EXPECT_EQ(view.row_bytes(), 15U);
    EXPECT_EQ(view.extent_bytes(), 3U * 16U + 15U);
    EXPECT_EQ(view.pixels_bytes(), 60U);
    EXPECT_EQ(view.row(0), memory.data());
    EXPECT_EQ(view.row(3), memory.data() + 48);
}

TEST(ImageView, IsEmptyWithoutRowsOrColumns) {
    for (const Size size : {Size{0, 4}, Size{4, 0}, Size{-1, 4}, Size{4, -1}}) {
        const ConstImageView view = {.width = size.width, .height = size.height, .pitch_bytes = 8};
        EXPECT_TRUE(view.empty());
        EXPECT_EQ(view.extent_bytes(), 0U);
        EXPECT_EQ(view.pixels_bytes(), 0U);
    }
}

TEST(ImageView, CountsInSixtyFourBits) {
    const ConstImageView view = {
        .width = 3'000'000'000, .height = 3, .pixel_bytes = 16, .pitch_bytes = 50'000'000'000};
    EXPECT_EQ(view.row_bytes(), 48'000'000'000U);
    EXPECT_EQ(view.extent_bytes(), 148'000'000'000U);
    EXPECT_EQ(view.pixels_bytes(), 144'000'000'000U);
}

TEST(ImageView, ConvertsToOneThatOnlyReads) {
    std::array<std::byte, 12> memory{};
    const ImageView view = {
        .data = memory.data(), .width = 2, .height = 3, .pixel_bytes = 2, .pitch_bytes = 4};
    const ConstImageView same = view;
    EXPECT_EQ(same.data, view.data);
    EXPECT_EQ(same.size(), view.size());
    EXPECT_EQ(same.pixel_bytes, view.pixel_bytes);
    EXPECT_EQ(same.pitch_bytes, view.pitch_bytes);
    static_assert(std::is_same_v<decltype(view.row(0)), std::byte*>);
    static_assert(std::is_same_v<decltype(same.row(0)), const std::byte*>);
    static_assert(!std::is_convertible_v<ConstImageView, ImageView>);
}

}  // namespace
}  // namespace turntile
