#include "io/exif.hpp"

#include <gtest/gtest.h>

#include "tests/file_builders.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::orientation_tags;
using tests::tiff_block;

constexpr ByteOrder orders[] = {ByteOrder::little, ByteOrder::big};

std::size_t differences(const Bytes& a, const Bytes& b) {
    std::size_t count = a.size() == b.size() ? 0 : 1000;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        count += a[i] != b[i] ? 1 : 0;
    return count;
}

TEST(Exif, ReadsAllEightValuesInBothOrdersAndTypes) {
    for (const ByteOrder order : orders)
        for (const std::uint16_t type : {tests::type_byte, tests::type_short, tests::type_long})
            for (std::uint64_t value = 1; value <= 8; ++value) {
                const Bytes block = tiff_block(order, {orientation_tags(value, type)});
                ASSERT_EQ(orientation_value(block), value);
                ASSERT_EQ(static_cast<std::uint64_t>(turn_of_orientation(value)), value);
            }
}

TEST(Exif, ValuesOutsideOneToEightCountAsOne) {
    EXPECT_EQ(turn_of_orientation(0), Turn::none);
    EXPECT_EQ(turn_of_orientation(9), Turn::none);
    EXPECT_EQ(turn_of_orientation(0x100000006), Turn::none);
}

TEST(Exif, OfDuplicatesTheLastCounts) {
    const Bytes block = tiff_block(
        ByteOrder::big, {{{274, tests::type_short, {3}}, {274, tests::type_short, {6}}}});
    EXPECT_EQ(orientation_value(block), 6u);
}

TEST(Exif, TheThumbnailsTagSaysNothing) {
    const Bytes block = tiff_block(ByteOrder::big, {{}, orientation_tags(6)});
    EXPECT_FALSE(orientation_value(block));
}

TEST(Exif, AnAsciiTagHasNoValue) {
    EXPECT_FALSE(
        orientation_value(tiff_block(ByteOrder::big, {orientation_tags('6', tests::type_ascii)})));
}

TEST(Exif, MakeUprightChangesTheTagsAndNothingElse) {
    for (const ByteOrder order : orders) {
        const Bytes before =
            tiff_block(order, {{{271, tests::type_ascii, {'M', 'a', 'k', 'e', 'r'}},
                                {274, tests::type_short, {8}},
                                {274, tests::type_long, {6}},
                                {305, tests::type_long, {274}}},
                               orientation_tags(3)});
        Bytes after = before;
        make_upright(after);
        EXPECT_EQ(differences(before, after), 3u);
        const Bytes expected =
            tiff_block(order, {{{271, tests::type_ascii, {'M', 'a', 'k', 'e', 'r'}},
                                {274, tests::type_short, {1}},
                                {274, tests::type_long, {1}},
                                {305, tests::type_long, {274}}},
                               orientation_tags(1)});
        EXPECT_EQ(after, expected);
    }
}

TEST(Exif, MakeUprightLeavesOtherBytesAlone) {
    Bytes text = tests::text_bytes("no EXIF block at all");
    const Bytes before = text;
    make_upright(text);
    EXPECT_EQ(text, before);
}

}  // namespace
}  // namespace turntile
