#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "io/known_start.hpp"
#include "tests/file_builders.hpp"
#include "turntile/codec.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::text_bytes;
using namespace std::string_view_literals;

std::string reason(const Bytes& file) {
    try {
        inspect(file);
    } catch (const ImageError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Inspect, FindsEachFormatByItsContent) {
    EXPECT_EQ(inspect(tests::jpeg_file({})).format, Format::jpeg);
    EXPECT_EQ(inspect(tests::png_file(8, 2)).format, Format::png);
    for (const bool is_big : {false, true})
        EXPECT_EQ(inspect(tests::tiff_block(ByteOrder::big, {tests::tiff_tags({})}, is_big)).format,
                  Format::tiff);
    EXPECT_EQ(inspect(tests::bmp_file({})).format, Format::bmp);
    EXPECT_EQ(inspect(tests::webp_file({tests::webp_lossless(4, 3)})).format, Format::webp);
    EXPECT_EQ(inspect(text_bytes("P5 1 1 255\n0")).format, Format::pnm);
}

TEST(Inspect, KnowsAFormatByTheFirstBytes) {
    for (const Bytes& file :
         {tests::jpeg_file({}), tests::png_file(8, 2), tests::bmp_file({}),
          tests::tiff_block(ByteOrder::big, {tests::tiff_tags({})}, false),
          tests::webp_file({tests::webp_lossless(4, 3)}), text_bytes("P5 1 1 255\n0")})
        EXPECT_TRUE(
            has_known_start(std::span(file).first(std::min(known_start_bytes, file.size()))));
    EXPECT_FALSE(has_known_start({}));
    EXPECT_FALSE(has_known_start(text_bytes("holiday photos\n")));
}

TEST(Inspect, SaysWhyAFileIsNoImage) {
    EXPECT_EQ(reason({}), "empty file");
    EXPECT_EQ(reason(text_bytes("holiday photos\n")), "not an image (text)");
    EXPECT_EQ(reason(text_bytes("BMW is a maker of cars\n")), "not an image (text)");
    EXPECT_EQ(reason(text_bytes("\0\1\2\3 junk"sv)),
              "not an image of a supported kind (JPEG, PNG, TIFF, BMP, WebP, PNM)");
}

TEST(Inspect, NamesForeignKinds) {
    EXPECT_EQ(reason(text_bytes("GIF89a\1\0\1\0"sv)), "GIF is not supported");
    EXPECT_EQ(reason(text_bytes("\0\0\0\x18"
                                "ftypheic\0\0\0\0"sv)),
              "HEIC is not supported");
    EXPECT_EQ(reason(text_bytes("\0\0\0\x18"
                                "ftypavif\0\0\0\0"sv)),
              "AVIF is not supported");
    EXPECT_EQ(reason(text_bytes("\xff\x0a\1\2"sv)), "JPEG XL is not supported");
    EXPECT_EQ(reason(text_bytes("8BPS\0\1"sv)), "PSD is not supported");
    EXPECT_EQ(reason(text_bytes("%PDF-1.7\n")), "PDF is not supported");
    EXPECT_EQ(reason(text_bytes("<?xml version='1.0'?>\n<svg xmlns=''/>")), "SVG is not supported");
}

TEST(Inspect, RawFilesAreTheirOwnKindOfError) {
    EXPECT_THROW(inspect(text_bytes("FUJIFILMCCD-RAW 0201"sv)), ForeignImage);
    EXPECT_THROW(inspect(text_bytes("\0\0\0\x18"
                                    "ftypcrx \0\0\0\0"sv)),
                 ForeignImage);
    EXPECT_EQ(reason(text_bytes("IIU\0\x18\0\0\0"sv)), "a camera RAW file (RW2) is never decoded");
}

}  // namespace
}  // namespace turntile
