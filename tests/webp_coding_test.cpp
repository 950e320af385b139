#include "io/webp_coding.hpp"

#include <gtest/gtest.h>
#include <webp/encode.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "io/encode_webp.hpp"
#include "pixel_memory.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

constexpr Size size = {160, 120};

/// Waves and some noise, as photographs have.
Picture waves(PixelMemory& memory, int channels) {
    Picture picture = random_picture(size, {channels, Sample::u8}, memory);
    for (std::int64_t y = 0; y < size.height; ++y)
        for (std::size_t x = 0; x < picture.planes[0].row_bytes(); ++x) {
            std::byte& sample = picture.planes[0].row(y)[x];
            const double wave = 120 + 90 * std::sin(0.02 * double(x) + 0.07 * double(y));
            sample = static_cast<std::byte>(int(wave) + (std::to_integer<int>(sample) & 15));
        }
    return picture;
}

Bytes lossy_webp(const Picture& picture, float quality) {
    std::uint8_t* file = nullptr;
    const auto* pixels = static_cast<const std::uint8_t*>(picture.planes[0].data);
    const auto stride = static_cast<int>(picture.planes[0].pitch_bytes);
    const std::size_t count =
        picture.channels == 4
            ? WebPEncodeBGRA(pixels, int(size.width), int(size.height), stride, quality, &file)
            : WebPEncodeBGR(pixels, int(size.width), int(size.height), stride, quality, &file);
    const std::unique_ptr<std::uint8_t, decltype(&WebPFree)> owner(file, WebPFree);
    const auto bytes = std::as_bytes(std::span(file, count));
    return {bytes.begin(), bytes.end()};
}

TEST(WebpCoding, TellsTheQualityThatWasAskedFor) {
    PixelMemory memory;
    const Picture picture = waves(memory, 3);
    for (int quality = 10; quality <= 100; quality += 5) {
        const auto coding = io::webp_coding(lossy_webp(picture, float(quality)));
        EXPECT_FALSE(coding.is_lossless);
        EXPECT_NEAR(coding.quality, quality, 8) << quality;
    }
}

TEST(WebpCoding, KnowsLosslessFiles) {
    PixelMemory memory;
    const Picture picture = waves(memory, 3);
    EXPECT_TRUE(io::webp_coding(encode(picture, {.format = Format::webp})).is_lossless);
}

TEST(WebpCoding, RefusesWhatHoldsNoPicture) {
    EXPECT_THROW(io::webp_coding(Bytes(40)), ImageError);
}

TEST(WebpDecode, RefusesAFileCutAnywhereAndOtherPixelsThanAnnounced) {
    PixelMemory memory;
    const Bytes file =
        encode(random_picture({67, 41}, {3, Sample::u8}, memory), {.format = Format::webp});
    const FileInfo info = inspect(file);
    for (std::size_t count = 0; count < file.size(); count += 1 + file.size() / 150) {
        PixelMemory target;
        EXPECT_THROW(decode({file.data(), count}, info, 0, target), ImageError) << count;
    }
    FileInfo with_alpha = info;
    with_alpha.channels = 4;
    PixelMemory opaque;
    decode(file, with_alpha, 0, opaque);
    EXPECT_EQ(opaque.view().row(40)[4 * 66 + 3], std::byte{255});
    FileInfo wider = info;
    wider.size.width += 1;
    PixelMemory target;
    EXPECT_THROW(decode(file, wider, 0, target), ImageError);
    EXPECT_FALSE(target.was_asked());
}

TEST(WebpDecode, GivesWhatIsThereOfACutFileIfThatIsAllowed) {
    PixelMemory memory;
    PixelMemory target;
    const Bytes file =
        encode(random_picture({67, 41}, {3, Sample::u8}, memory), {.format = Format::webp});
    const std::span<const std::byte> half(file.data(), file.size() / 2);
    const Picture picture = decode(half, inspect(file), 0, target, {.allow_truncated = true});
    EXPECT_EQ(std::memcmp(picture.planes[0].row(0), memory.view().row(0), 67 * 3), 0);
    for (std::size_t x = 0; x < std::size_t{67} * 3; ++x)
        ASSERT_EQ(picture.planes[0].row(40)[x], std::byte{0});
}

TEST(EncodeLikeWebp, KeepsLosslessFilesToTheBit) {
    for (const int channels : {3, 4}) {
        PixelMemory memory;
        PixelMemory again;
        const Picture picture = random_picture(size, {channels, Sample::u8}, memory);
        const Bytes source = encode(picture, {.format = Format::webp});
        const Bytes written = encode_like(source, inspect(source), picture, Turn::none);
        decode(written, inspect(written), 0, again);
        EXPECT_TRUE(same_pixels(memory.view(), again.view()));
    }
}

TEST(EncodeLikeWebp, KeepsLossyFilesLossyAndTheirAlphaExact) {
    PixelMemory memory;
    const Picture picture = waves(memory, 4);
    const Bytes source = lossy_webp(picture, 85);
    const FileInfo info = inspect(source);
    ASSERT_EQ(info.channels, 4);
    PixelMemory first;
    PixelMemory second;
    const Picture decoded = decode_stored(source, info, first);
    const Bytes written = encode_like(source, info, decoded, Turn::none);
    const Picture again = decode_stored(written, inspect(written), second);
    EXPECT_LT(written.size(), source.size() * 11 / 10);
    EXPECT_FALSE(io::webp_coding(written).is_lossless);
    for (std::int64_t y = 0; y < size.height; ++y)
        for (std::int64_t x = 0; x < size.width; ++x)
            ASSERT_EQ(decoded.planes[0].row(y)[4 * x + 3], again.planes[0].row(y)[4 * x + 3]);
}

TEST(EncodeLikeWebp, TakesAQualityOf75AtLeast) {
    PixelMemory memory;
    const Picture picture = waves(memory, 3);
    const Bytes source = lossy_webp(picture, 20);
    const Bytes written = encode_like(source, inspect(source), picture, Turn::none);
    EXPECT_NEAR(io::webp_coding(written).quality, 75, 8);
}

}  // namespace
}  // namespace turntile::tests
