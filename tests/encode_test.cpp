#include "turntile/codec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <tuple>

#include "pixel_memory.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

constexpr PixelKind kinds[] = {{1, Sample::u8},  {3, Sample::u8},  {4, Sample::u8},
                               {1, Sample::u16}, {3, Sample::u16}, {4, Sample::u16},
                               {1, Sample::f32}, {3, Sample::f32}, {4, Sample::f32}};

constexpr Format formats[] = {Format::jpeg, Format::png,  Format::tiff,
                              Format::bmp,  Format::webp, Format::pnm};

/// The table at `encode`, written down once more.
bool is_held(Format format, PixelKind kind) {
    const bool u8 = kind.sample == Sample::u8;
    const bool f32 = kind.sample == Sample::f32;
    const bool alpha = kind.channels == 4;
    switch (format) {
        case Format::jpeg: return u8 && !alpha;
        case Format::png: return !f32;
        case Format::tiff: return true;
        case Format::bmp: return u8;
        case Format::webp: return u8;
        case Format::pnm: return !f32 && !alpha;
    }
    return false;
}

class Encode : public testing::TestWithParam<std::tuple<Format, PixelKind>> {
  protected:
    Format format() const { return std::get<0>(GetParam()); }
    PixelKind kind() const { return std::get<1>(GetParam()); }
};

class LosslessEncode : public Encode {};

TEST_P(LosslessEncode, ComesBackToTheBitAtAnyPitchAndAlignment) {
    for (const Size size : {Size{53, 37}, Size{1, 1}, Size{1, 300}, Size{300, 1}})
        for (const std::size_t odd : {0, 1, 4, 77}) {
            PixelMemory source(odd, odd % 3);
            PixelMemory target(odd, odd % 3);
            const Bytes file = encode(random_picture(size, kind(), source), {.format = format()});
            const Picture decoded = decode(file, inspect(file), 0, target);
            EXPECT_TRUE(same_pixels(source.view(), decoded.planes[0]))
                << size.width << "x" << size.height << ", " << odd << " bytes of padding";
            EXPECT_EQ(decoded.planes[0].data, target.view().data);
            EXPECT_EQ(decoded.channels, kind().channels);
            EXPECT_EQ(decoded.sample, kind().sample);
            EXPECT_TRUE(target.is_intact_beside_pixels());
            EXPECT_TRUE(source.is_intact_beside_pixels());
        }
}

TEST_P(LosslessEncode, WritesFilesOfWhichNothingNeedsLeave) {
    PixelMemory memory;
    const FileInfo info =
        inspect(encode(random_picture({53, 37}, kind(), memory), {.format = format()}));
    EXPECT_EQ(info.format, format());
    EXPECT_EQ(info.size, (Size{53, 37}));
    EXPECT_EQ(info.channels, kind().channels);
    EXPECT_EQ(info.sample, kind().sample);
    EXPECT_EQ(info.frames, 1);
    EXPECT_TRUE(info.refused.empty());
}

TEST_P(Encode, RefusesWhatTheFormatCannotHold) {
    PixelMemory memory;
    const Picture picture = random_picture({9, 7}, kind(), memory);
    if (is_held(format(), kind())) {
        EXPECT_NO_THROW(encode(picture, {.format = format()}));
        return;
    }
    try {
        encode(picture, {.format = format()});
        FAIL() << "wrote it";
    } catch (const ImageError& error) {
        EXPECT_EQ(std::string(error.what()), std::string(name(format())) + " cannot hold " +
                                                 pixel_name(kind().channels, kind().sample) +
                                                 " pixels");
    }
}

using Pair = std::tuple<Format, PixelKind>;

std::string label(const testing::TestParamInfo<Pair>& test) {
    const auto [format, kind] = test.param;
    return name(format) + pixel_name(kind.channels, kind.sample);
}

std::vector<Pair> lossless_pairs() {
    std::vector<Pair> pairs;
    for (const Format format : formats)
        for (const PixelKind kind : kinds) {
            const bool becomes_colour = format == Format::webp && kind.channels == 1;
            if (format != Format::jpeg && is_held(format, kind) && !becomes_colour)
                pairs.emplace_back(format, kind);
        }
    return pairs;
}

INSTANTIATE_TEST_SUITE_P(Lossless, LosslessEncode, testing::ValuesIn(lossless_pairs()), label);
INSTANTIATE_TEST_SUITE_P(All, Encode,
                         testing::Combine(testing::ValuesIn(formats), testing::ValuesIn(kinds)),
                         label);

TEST(EncodeJpeg, KeepsAPictureAtTheQualityGiven) {
    const Size size = {160, 120};
    PixelMemory memory(5);
    Picture picture = random_picture(size, {1, Sample::u8}, memory);
    for (std::int64_t y = 0; y < size.height; ++y)
        for (std::int64_t x = 0; x < size.width; ++x)
            picture.planes[0].row(y)[x] =
                static_cast<std::byte>(128 + 100 * std::sin(0.1 * double(x + 2 * y)));
    std::size_t previous_bytes = 0;
    double previous_error = 1e9;
    for (const int quality : {20, 60, 95}) {
        const Bytes file = encode(picture, {.format = Format::jpeg, .jpeg_quality = quality});
        PixelMemory target;
        decode(file, announced(Format::jpeg, size, {1, Sample::u8}), 0, target);
        double error = 0;
        for (std::int64_t y = 0; y < size.height; ++y)
            for (std::int64_t x = 0; x < size.width; ++x)
                error += std::abs(std::to_integer<int>(picture.planes[0].row(y)[x]) -
                                  std::to_integer<int>(target.view().row(y)[x]));
        EXPECT_GT(file.size(), previous_bytes);
        EXPECT_LT(error, previous_error);
        previous_bytes = file.size();
        previous_error = error;
    }
    EXPECT_LT(previous_error / (160 * 120), 1.0);
}

TEST(EncodeWebp, WritesGreyAsThreeEqualChannels) {
    const Size size = {31, 20};
    PixelMemory grey(3);
    random_picture(size, {1, Sample::u8}, grey);
    Picture picture;
    picture.planes[0] = grey.view();
    picture.channels = 1;
    PixelMemory target;
    decode(encode(picture, {.format = Format::webp}),
           announced(Format::webp, size, {3, Sample::u8}), 0, target);
    for (std::int64_t y = 0; y < size.height; ++y)
        for (std::int64_t x = 0; x < size.width; ++x)
            for (std::int64_t channel = 0; channel < 3; ++channel)
                ASSERT_EQ(target.view().row(y)[3 * x + channel], grey.view().row(y)[x]);
}

TEST(EncodeChecks, RefusesSidesThatTheFormatCannotCount) {
    PixelMemory memory;
    const Picture wide = random_picture({65501, 1}, {1, Sample::u8}, memory);
    EXPECT_THROW(encode(wide, {.format = Format::jpeg}), ImageError);
    EXPECT_THROW(encode(wide, {.format = Format::webp}), ImageError);
    EXPECT_NO_THROW(encode(wide, {.format = Format::png}));
}

TEST(EncodeChecks, RefusesPicturesThatContradictThemselves) {
    PixelMemory memory;
    const Picture good = random_picture({9, 7}, {3, Sample::u8}, memory);
    const EncodeOptions png = {.format = Format::png};
    Picture two_channels = good;
    two_channels.channels = 2;
    Picture wrong_sample = good;
    wrong_sample.sample = Sample::u16;
    Picture planar = good;
    planar.plane_count = 3;
    Picture empty = good;
    empty.planes[0].height = 0;
    Picture overlapping_rows = good;
    overlapping_rows.planes[0].pitch_bytes = 26;
    for (const Picture& bad : {two_channels, wrong_sample, planar, empty, overlapping_rows})
        EXPECT_THROW(encode(bad, png), std::invalid_argument);
    EXPECT_THROW(encode(good, {.format = Format::jpeg, .jpeg_quality = 0}), std::invalid_argument);
    EXPECT_THROW(encode(good, {.format = Format::jpeg, .jpeg_quality = 101}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace turntile::tests
