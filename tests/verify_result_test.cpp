#include "pipeline/verify_result.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/pixel_memory.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

std::string failure(const Bytes& file, const Expected& expected) {
    try {
        verify_result(file, expected);
        return "";
    } catch (const ImageError& error) {
        return error.what();
    }
}

TEST(VerifyResult, PassesWhatIsEqualAndNamesTheRowThatIsNot) {
    for (const Format format :
         {Format::png, Format::tiff, Format::webp, Format::bmp, Format::pnm}) {
        PixelMemory memory(7);
        const Picture picture = random_picture({31, 20}, {3, Sample::u8}, memory);
        const Bytes file = encode(picture, {.format = format});
        const Expected expected = {.picture = picture, .format = format};
        EXPECT_EQ(failure(file, expected), "") << name(format);
        picture.planes[0].row(13)[92] ^= std::byte{1};
        EXPECT_EQ(failure(file, expected), "the result, read back, has other pixels in row 13");
    }
}

TEST(VerifyResult, ComparesStoredPixels) {
    PixelMemory memory;
    PixelMemory stored;
    const Bytes file =
        encode(random_picture({31, 20}, {3, Sample::u16}, memory), {.format = Format::png});
    const Picture picture = decode_stored(file, inspect(file), stored);
    EXPECT_EQ(failure(file, {.picture = picture, .format = Format::png, .is_stored = true}), "");
    picture.planes[0].row(0)[0] ^= std::byte{1};
    EXPECT_NE(failure(file, {.picture = picture, .format = Format::png, .is_stored = true}), "");
}

TEST(VerifyResult, RefusesAnotherFormatSizeOrEnd) {
    PixelMemory memory;
    PixelMemory other;
    const Picture picture = random_picture({31, 20}, {3, Sample::u8}, memory);
    const Picture turned = random_picture({20, 31}, {3, Sample::u8}, other);
    const Bytes file = encode(picture, {.format = Format::png});
    EXPECT_EQ(failure(file, {.picture = picture, .format = Format::tiff}),
              "the result, read back, is PNG");
    EXPECT_EQ(failure(file, {.picture = turned, .format = Format::png}),
              "the result, read back, has another size or kind of pixel");
    EXPECT_NE(failure({file.begin(), file.end() - 40}, {.picture = picture, .format = Format::png}),
              "");
}

TEST(VerifyResult, LetsAJpegDifferAsFarAsItsStepsAllow) {
    PixelMemory memory;
    const Picture picture = random_picture({64, 48}, {3, Sample::u8}, memory);
    for (const int quality : {2, 90})
        EXPECT_EQ(failure(encode(picture, {.jpeg_quality = quality}), {.picture = picture}), "");
    const Bytes file = encode(picture, {.jpeg_quality = 2});
    for (std::int64_t y = 0; y < 24; ++y)
        for (std::int64_t x = 0; x < 64 * 3; ++x)
            picture.planes[0].row(y)[x] = std::byte{0};
    EXPECT_TRUE(failure(file, {.picture = picture})
                    .starts_with("the result, read back, differs from what was turned"));
}

TEST(VerifyResult, TakesAWebpWithoutAlphaForAnOpaquePicture) {
    PixelMemory memory;
    const Picture picture = random_picture({31, 20}, {4, Sample::u8}, memory);
    for (std::int64_t y = 0; y < 20; ++y)
        for (std::int64_t x = 0; x < 31; ++x)
            picture.planes[0].row(y)[4 * x + 3] = std::byte{255};
    const Bytes file = encode(picture, {.format = Format::webp});
    ASSERT_EQ(inspect(file).channels, 3);
    EXPECT_EQ(failure(file, {.picture = picture, .format = Format::webp, .is_stored = true}), "");
    picture.planes[0].row(3)[7] = std::byte{254};
    EXPECT_NE(failure(file, {.picture = picture, .format = Format::webp, .is_stored = true}), "");
}

TEST(VerifyResult, TakesAWebpForGreyWhereItsSamplesAreEqual) {
    PixelMemory memory;
    const Picture picture = random_picture({31, 20}, {1, Sample::u8}, memory);
    const Bytes file = encode(picture, {.format = Format::webp});
    EXPECT_EQ(failure(file, {.picture = picture, .format = Format::webp}), "");
    picture.planes[0].row(7)[30] ^= std::byte{1};
    EXPECT_EQ(failure(file, {.picture = picture, .format = Format::webp}),
              "the result, read back, has other pixels in row 7");
}

TEST(Psnr, PassesOverTheColoursOfTransparentPixels) {
    PixelMemory first;
    PixelMemory second;
    const Picture a = random_picture({1, 1}, {4, Sample::u8}, first);
    const Picture b = random_picture({1, 1}, {4, Sample::u8}, second);
    a.planes[0].row(0)[1] ^= std::byte{64};
    EXPECT_FALSE(std::isinf(psnr(a, b)));
    a.planes[0].row(0)[3] = b.planes[0].row(0)[3] = std::byte{0};
    EXPECT_TRUE(std::isinf(psnr(a, b)));
}

TEST(Psnr, IsTenTimesTheLogarithmOfTheMeanSquare) {
    PixelMemory first;
    PixelMemory second;
    const Picture a = random_picture({10, 10}, {1, Sample::u8}, first);
    const Picture b = random_picture({10, 10}, {1, Sample::u8}, second);
    EXPECT_TRUE(std::isinf(psnr(a, b)));
    a.planes[0].row(3)[4] = std::byte{0};
    b.planes[0].row(3)[4] = std::byte{255};
    EXPECT_NEAR(psnr(a, b), 20, 1e-9) << "one of a hundred samples is wholly wrong";
}

}  // namespace
}  // namespace turntile::tests
