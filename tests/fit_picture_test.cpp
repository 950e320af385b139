#include "pipeline/fit_picture.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/pixel_memory.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

std::vector<Loss> lost(Format format, PixelKind kind) {
    std::vector<Loss> losses;
    for (const LossNote& note : losses_in(format, kind.channels, kind.sample))
        losses.push_back(note.loss);
    return losses;
}

TEST(FitPicture, NamesWhatAFormatCannotHold) {
    using Losses = std::vector<Loss>;
    EXPECT_EQ(lost(Format::png, {4, Sample::u16}), Losses{});
    EXPECT_EQ(lost(Format::jpeg, {4, Sample::u8}), Losses{Loss::alpha});
    EXPECT_EQ(lost(Format::jpeg, {3, Sample::u16}), Losses{Loss::depth});
    EXPECT_EQ(lost(Format::jpeg, {4, Sample::u16}), (Losses{Loss::alpha, Loss::depth}));
    EXPECT_EQ(lost(Format::pnm, {4, Sample::u16}), Losses{Loss::alpha}) << "depth can stay";
    EXPECT_EQ(lost(Format::webp, {4, Sample::u16}), Losses{Loss::depth}) << "alpha can stay";
    EXPECT_EQ(lost(Format::tiff, {4, Sample::f32}), Losses{});
    EXPECT_THROW(losses_in(Format::png, 3, Sample::f32), ImageError);
}

TEST(FitPicture, RoundsToTheNearest) {
    PixelMemory memory;
    PixelMemory target;
    const Picture deep = random_picture({6, 1}, {1, Sample::u16}, memory);
    const std::uint16_t values[] = {0, 128, 129, 257 * 100, 65406, 65535};
    std::memcpy(deep.planes[0].row(0), values, sizeof values);
    const Picture fitted = fit_picture(deep, Format::jpeg, target);
    EXPECT_EQ(fitted.sample, Sample::u8);
    const unsigned char expected[] = {0, 0, 1, 100, 254, 255};
    EXPECT_EQ(std::memcmp(fitted.planes[0].row(0), expected, sizeof expected), 0);
}

TEST(FitPicture, DropsAlphaAndNothingElse) {
    PixelMemory memory(5);
    PixelMemory target(9);
    const Picture picture = random_picture({7, 5}, {4, Sample::u8}, memory);
    const Picture fitted = fit_picture(picture, Format::jpeg, target);
    ASSERT_EQ(fitted.channels, 3);
    for (std::int64_t y = 0; y < 5; ++y)
        for (std::int64_t x = 0; x < 7; ++x)
            ASSERT_EQ(
                std::memcmp(fitted.planes[0].row(y) + 3 * x, picture.planes[0].row(y) + 4 * x, 3),
                0);
    EXPECT_TRUE(target.is_intact_beside_pixels());
}

TEST(FitPicture, LeavesOneChannelOfGreyWithoutItsAlpha) {
    for (const Sample sample : {Sample::u8, Sample::u16}) {
        PixelMemory memory(5);
        PixelMemory target(9);
        const Picture picture = random_picture({7, 5}, {4, sample}, memory);
        const Picture fitted = fit_picture(picture, Format::pnm, target, true);
        ASSERT_EQ(fitted.channels, 1);
        ASSERT_EQ(fitted.sample, sample);
        const std::size_t bytes = fitted.planes[0].pixel_bytes;
        for (std::size_t i = 0; i < 7; ++i)
            EXPECT_EQ(std::memcmp(fitted.planes[0].row(4) + i * bytes,
                                  picture.planes[0].row(4) + i * 4 * bytes, bytes),
                      0);
        EXPECT_EQ(fit_picture(picture, Format::tiff, target, true).channels, 4) << "alpha stays";
    }
}

TEST(FitPicture, LeavesWhatFitsWhereItIs) {
    PixelMemory memory;
    PixelMemory target;
    const Picture picture = random_picture({7, 5}, {4, Sample::u16}, memory);
    EXPECT_EQ(fit_picture(picture, Format::png, target).planes[0].data, picture.planes[0].data);
    EXPECT_FALSE(target.was_asked());
}

}  // namespace
}  // namespace turntile::tests
