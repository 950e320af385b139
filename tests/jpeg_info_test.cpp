#include "io/jpeg_info.hpp"

#include <gtest/gtest.h>

#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::exif_segment;
using tests::first_bytes;
using tests::frame_segment;
using tests::joined;
using tests::jpeg_file;
using tests::jpeg_segment;
using tests::text_bytes;

Bytes with_frame(std::uint8_t marker, int components = 3, std::uint8_t precision = 8) {
    return jpeg_file({}, frame_segment(40, 30, components, marker, precision));
}

std::string reason(const Bytes& file) {
    try {
        jpeg_info(file);
    } catch (const ImageError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(JpegInfo, PlainFileHasNothingToSay) {
    const FileInfo info = jpeg_info(jpeg_file({}));
    EXPECT_EQ(info.format, Format::jpeg);
    EXPECT_EQ(info.size, (Size{40, 30}));
    EXPECT_EQ(info.channels, 3);
    EXPECT_EQ(info.sample, Sample::u8);
    EXPECT_EQ(info.frames, 1);
    EXPECT_FALSE(info.has_orientation_tag);
    EXPECT_FALSE(info.progressive);
    EXPECT_TRUE(info.refused.empty());
    EXPECT_TRUE(info.dropped.empty());
    EXPECT_TRUE(info.notes.empty());
}

TEST(JpegInfo, KnowsTheProcesses) {
    EXPECT_FALSE(jpeg_info(with_frame(0xc1)).progressive);
    EXPECT_TRUE(jpeg_info(with_frame(0xc2)).progressive);
    EXPECT_FALSE(jpeg_info(with_frame(0xc9)).progressive);
    EXPECT_TRUE(jpeg_info(with_frame(0xca)).progressive);
    EXPECT_EQ(reason(with_frame(0xc3)), "lossless JPEG (not DCT) is not supported");
    EXPECT_EQ(reason(with_frame(0xc5)), "hierarchical JPEG is not supported");
}

TEST(JpegInfo, KnowsThePixels) {
    EXPECT_EQ(jpeg_info(with_frame(0xc0, 1)).channels, 1);
    EXPECT_EQ(reason(with_frame(0xc0, 2)), "a JPEG with 2 components is not supported");
    EXPECT_FALSE(jpeg_info(with_frame(0xc0, 3)).is_cmyk);
    EXPECT_TRUE(jpeg_info(with_frame(0xc0, 4)).is_cmyk);
    EXPECT_EQ(reason(with_frame(0xc0, 5)), "a JPEG with 5 components is not supported");
    EXPECT_EQ(reason(with_frame(0xc1, 3, 12)), "12-bit JPEG is not supported, only 8-bit is");
}

TEST(JpegInfo, ReadsTheOrientation) {
    const Bytes block = tests::tiff_block(ByteOrder::little, {tests::orientation_tags(6)});
    const FileInfo info = jpeg_info(jpeg_file({exif_segment(block)}));
    EXPECT_TRUE(info.has_orientation_tag);
    EXPECT_EQ(info.orientation, Turn::rotate_90);
    const Bytes odd = tests::tiff_block(ByteOrder::little, {tests::orientation_tags(9)});
    EXPECT_TRUE(jpeg_info(jpeg_file({exif_segment(odd)})).has_orientation_tag);
    EXPECT_EQ(jpeg_info(jpeg_file({exif_segment(odd)})).orientation, Turn::none);
}

TEST(JpegInfo, AMissingEndIsNoted) {
    const Bytes whole = jpeg_file({});
    const FileInfo info = jpeg_info(first_bytes(whole, whole.size() - 2));
    EXPECT_FALSE(info.has_end_marker);
    EXPECT_TRUE(info.refused.empty());
    EXPECT_EQ(info.notes, std::vector<std::string>{"the JPEG has no end marker"});
}

TEST(JpegInfo, UnknownBytesAfterTheEndAreNoExtra) {
    EXPECT_TRUE(jpeg_info(joined({jpeg_file({}), text_bytes("tail")})).refused.empty());
}

TEST(JpegInfo, ExtrasNeedLeave) {
    const Bytes mpf = jpeg_segment(0xe2, text_bytes({"MPF\0MM", 6}));
    const Bytes gain_map = jpeg_segment(0xe1, text_bytes("http://ns.adobe.com/ hdrgm:Version"));
    const Bytes video =
        text_bytes({"\0\0\0\x18"
                    "ftypmp42",
                    12});
    for (const Bytes& file :
         {jpeg_file({mpf}), jpeg_file({gain_map}), joined({jpeg_file({}), video}),
          joined({jpeg_file({}), jpeg_file({})}),
          joined({jpeg_file({}), text_bytes("....MotionPhoto_Data....")})}) {
        const FileInfo info = jpeg_info(file);
        ASSERT_EQ(info.refused.size(), 1u);
        EXPECT_EQ(info.refused[0].loss, Loss::extras);
        EXPECT_EQ(info.frames, 1);
    }
}

TEST(JpegInfo, NamesWhatApp0HoldsBesideTheDensity) {
    const auto dropped = [](std::string_view payload) {
        const Bytes segment = jpeg_segment(0xe0, text_bytes(payload));
        const FileInfo info = jpeg_info(jpeg_file({tests::jfif_segment(), segment, segment}));
        if (info.dropped.empty()) return std::string();
        EXPECT_EQ(info.dropped[0].loss, Loss::metadata);
        return info.dropped[0].what;
    };
    EXPECT_EQ(dropped({"JFIF\0\1\2\0\0\1\0\1\0\0", 14}), "");
    EXPECT_EQ(dropped({"JFIF\0\1\2\0\0\1\0\1\1\1bgr", 17}), "the JFIF thumbnail");
    EXPECT_EQ(dropped({"JFXX\0\x10\xff\xd8", 8}), "the JFIF thumbnail");
    EXPECT_EQ(dropped({"AVI1\0", 5}), "unknown data in APP0");
}

TEST(JpegInfo, StrayBytesAreNoted) {
    EXPECT_EQ(jpeg_info(jpeg_file({text_bytes("stray")})).notes.size(), 1u);
}

}  // namespace
}  // namespace turntile
