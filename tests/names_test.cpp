#include <gtest/gtest.h>

#include "turntile/codec.hpp"

namespace turntile {
namespace {

TEST(Names, OfFormatsAndLosses) {
    EXPECT_STREQ(name(Format::jpeg), "JPEG");
    EXPECT_STREQ(name(Format::webp), "WebP");
    EXPECT_STREQ(name(Loss::pages), "pages");
    EXPECT_STREQ(name(Loss::truncated), "truncated");
}

TEST(Names, OfPixels) {
    EXPECT_EQ(pixel_name(3, Sample::u8), "8UC3");
    EXPECT_EQ(pixel_name(4, Sample::u16), "16UC4");
    EXPECT_EQ(pixel_name(1, Sample::f32), "32FC1");
}

TEST(Names, ExtensionsWithAndWithoutDotInAnyCase) {
    EXPECT_EQ(format_of_extension("jpg"), Format::jpeg);
    EXPECT_EQ(format_of_extension(".TIFF"), Format::tiff);
    EXPECT_EQ(format_of_extension(".Pgm"), Format::pnm);
    EXPECT_FALSE(format_of_extension("gif"));
    EXPECT_FALSE(format_of_extension("."));
    EXPECT_FALSE(format_of_extension(""));
    EXPECT_FALSE(format_of_extension("jpgx"));
}

}  // namespace
}  // namespace turntile
