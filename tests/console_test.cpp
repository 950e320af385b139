#include "app/console.hpp"

#include <gtest/gtest.h>

namespace turntile::app {
namespace {

TEST(ShownName, EscapesWhatWouldBreakALine) {
    EXPECT_EQ(shown("plain name.jpg"), "'plain name.jpg'");
    EXPECT_EQ(shown("a\nb\tc"), "'a\\nb\\tc'");
    EXPECT_EQ(shown("it's"), "'it\\'s'");
    EXPECT_EQ(shown("back\\slash"), "'back\\\\slash'");
    EXPECT_EQ(shown("\x1B[31m\x7F"), "'\\x1b[31m\\x7f'");
    EXPECT_EQ(shown("\xC3\xA4"), "'\xC3\xA4'");
    EXPECT_EQ(shown("\xC2\x9B"), "'\\xc2\\x9b'");
    EXPECT_EQ(shown("gpj\xE2\x80\xAEx"), "'gpj\\xe2\\x80\\xaex'");
    EXPECT_EQ(shown("\xE4\xF6"), "'\xE4\xF6'");
}

TEST(Utf8, IsKnownByItsRules) {
    EXPECT_TRUE(is_utf8(""));
    EXPECT_TRUE(is_utf8("ascii \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x93\xB7"));
    EXPECT_FALSE(is_utf8("\xE4"));              // Latin-1
    EXPECT_FALSE(is_utf8("\xC0\x80"));          // overlong
    EXPECT_FALSE(is_utf8("\xE0\x9F\x80"));      // overlong
    EXPECT_FALSE(is_utf8("\xED\xA0\x80"));      // a surrogate
    EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
    EXPECT_FALSE(is_utf8("\xE2\x82"));          // cut short
}

TEST(Utf8, GetsAReplacementForEachOtherByte) {
    EXPECT_EQ(as_utf8("a\xE4z"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(as_utf8("\xC3\xA4"), "\xC3\xA4");
    EXPECT_EQ(as_utf8("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

}  // namespace
}  // namespace turntile::app
