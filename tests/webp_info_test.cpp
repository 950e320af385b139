#include "io/webp_info.hpp"

#include <gtest/gtest.h>

#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::first_bytes;
using tests::joined;
using tests::text_bytes;
using tests::webp_chunk;
using tests::webp_extended;
using tests::webp_file;
using tests::webp_lossless;
using tests::webp_lossy;

constexpr std::uint8_t animation_flag = 0x02;
constexpr std::uint8_t alpha_flag = 0x10;

TEST(WebpInfo, ReadsBothCodings) {
    const FileInfo lossy = webp_info(webp_file({webp_lossy(301, 200)}));
    EXPECT_EQ(lossy.format, Format::webp);
    EXPECT_EQ(lossy.size, (Size{301, 200}));
    EXPECT_EQ(lossy.channels, 3);
    EXPECT_TRUE(lossy.notes.empty());
    EXPECT_EQ(lossy.stored_pixel_bytes, 3u);
    EXPECT_TRUE(lossy.refused.empty());
    const FileInfo lossless = webp_info(webp_file({webp_lossless(16384, 9)}));
    EXPECT_EQ(lossless.size, (Size{16384, 9}));
    EXPECT_EQ(lossless.channels, 3);
    EXPECT_TRUE(lossless.notes.empty());
}

TEST(WebpInfo, FindsAlphaAsLibwebpDoes) {
    const Bytes flagged = webp_extended(40, 30, alpha_flag);
    const Bytes plain = webp_extended(40, 30, 0);
    const Bytes alpha = webp_chunk("ALPH", Bytes(5));
    EXPECT_EQ(webp_info(webp_file({webp_lossless(40, 30, true)})).channels, 4);
    EXPECT_EQ(webp_info(webp_file({plain, alpha, webp_lossy(40, 30)})).channels, 4);
    EXPECT_EQ(webp_info(webp_file({flagged, webp_lossy(40, 30)})).channels, 4);
    EXPECT_EQ(webp_info(webp_file({flagged, webp_lossless(40, 30, false)})).channels, 3);
    EXPECT_EQ(webp_info(webp_file({plain, webp_lossy(40, 30)})).channels, 3);
}

TEST(WebpInfo, AnimationNeedsLeave) {
    const Bytes frame = webp_chunk("ANMF", Bytes(24));
    const FileInfo info = webp_info(webp_file(
        {webp_extended(70000, 30, animation_flag), webp_chunk("ANIM", Bytes(6)), frame, frame}));
    EXPECT_EQ(info.size, (Size{70000, 30}));
    EXPECT_EQ(info.frames, 2);
    ASSERT_EQ(info.refused.size(), 1u);
    EXPECT_EQ(info.refused[0].loss, Loss::animation);
}

TEST(WebpInfo, DropsNoMetadata) {
    const Bytes block = tests::tiff_block(ByteOrder::little, {tests::orientation_tags(8)});
    const FileInfo info = webp_info(
        webp_file({webp_extended(40, 30, 0x2c), webp_chunk("ICCP", Bytes(3)), webp_lossless(40, 30),
                   webp_chunk("EXIF", block), webp_chunk("XMP ", Bytes(5))}));
    EXPECT_TRUE(info.dropped.empty());
    EXPECT_EQ(info.orientation, Turn::rotate_270);
}

TEST(WebpInfo, AnEarlyEndNeedsLeave) {
    const Bytes file = webp_file({webp_lossless(40, 30), webp_chunk("XMP ", Bytes(6))});
    for (const std::size_t cut : {1U, 6U, 7U, 13U, 14U}) {
        const FileInfo info = webp_info(first_bytes(file, file.size() - cut));
        ASSERT_EQ(info.refused.size(), 1u);
        EXPECT_EQ(info.refused[0].loss, Loss::truncated);
    }
}

TEST(WebpInfo, BytesAfterTheEndAreNamed) {
    const FileInfo info = webp_info(joined({webp_file({webp_lossless(4, 3)}), text_bytes("tail")}));
    EXPECT_EQ(info.dropped.at(0).what, "4 bytes after the WebP's end");
}

TEST(WebpInfo, RefusesDamagedHeaders) {
    EXPECT_THROW(webp_info(text_bytes("RIFF")), ImageError);
    EXPECT_THROW(webp_info(webp_file({})), ImageError);
    EXPECT_THROW(webp_info(webp_file({webp_extended(40, 30, 0)})), ImageError) << "no picture";
    EXPECT_THROW(webp_info(webp_file({webp_chunk("VP8 ", Bytes(10))})), ImageError);
    EXPECT_THROW(webp_info(webp_file({webp_chunk("VP8L", Bytes(10))})), ImageError);
    EXPECT_THROW(webp_info(webp_file({webp_lossy(0, 30)})), ImageError);
}

}  // namespace
}  // namespace turntile
