#include "io/exif.hpp"

#include <gtest/gtest.h>

#include "io/ifd.hpp"
#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::orientation_tags;
using tests::Tags;
using tests::tiff_block;

constexpr std::uint16_t type_float = 11;
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

TEST(Exif, OfDuplicatesTheFirstCounts) {
    const Bytes block = tiff_block(
        ByteOrder::big, {{{274, tests::type_short, {3}}, {274, tests::type_short, {6}}}});
    EXPECT_EQ(orientation_value(block), 3u);
    EXPECT_EQ(all_orientation_values(block, BlockKind::exif), (std::vector<std::uint64_t>{3, 6}));
}

TEST(Exif, TheThumbnailsTagSaysNothing) {
    const Bytes block = tiff_block(ByteOrder::big, {{}, orientation_tags(6)});
    EXPECT_FALSE(orientation_value(block));
}

TEST(Exif, ReadsANumberInAsciiAndAsFloat) {
    const Tags ascii = {{274, tests::type_ascii, {'6', 0}}};
    EXPECT_EQ(orientation_value(tiff_block(ByteOrder::big, {ascii})), 6u);
    const Tags word = {{274, tests::type_ascii, {'u', 'p', 0}}};
    EXPECT_FALSE(orientation_value(tiff_block(ByteOrder::big, {word})));
    const Tags six = {{274, type_float, {0x40c00000}}};
    EXPECT_EQ(orientation_value(tiff_block(ByteOrder::little, {six})), 6u);
    const Tags nan = {{274, type_float, {0x7fc00000}}};
    EXPECT_FALSE(orientation_value(tiff_block(ByteOrder::little, {nan})));
}

TEST(Exif, OddTagsBecomeOneShort) {
    const Tags expected = {{274, tests::type_short, {1}}};
    for (const ByteOrder order : orders)
        for (const Tags& odd :
             {Tags{{274, tests::type_ascii, {'8', 0}}}, Tags{{274, type_float, {0x41000000}}},
              Tags{{274, tests::type_short, {8, 6}}}}) {
            Bytes block = tiff_block(order, {odd});
            set_orientation(block, BlockKind::exif, Turn::none);
            EXPECT_EQ(block, tiff_block(order, {expected}));
        }
}

TEST(Exif, ATagIsAddedInANewFirstDirectory) {
    for (const bool is_big : {false, true})
        for (const ByteOrder order : orders) {
            const Tags maker = {
                {271, tests::type_ascii, {'M', 'a', 'k', 'e', 'r', 's', ' ', 'X', 0}},
                {305, tests::type_ascii, {'v', '1', 0}}};
            const Bytes block = tiff_block(order, {maker, orientation_tags(3)}, is_big);
            const Bytes tagged = with_orientation_tag(block, BlockKind::exif, Turn::rotate_90);
            EXPECT_EQ(orientation_value(tagged), 6u);
            const auto tiff = TiffBlock::open(tagged);
            const auto ifd0 = tiff->read(tiff->first_ifd());
            ASSERT_EQ(ifd0->entries.size(), 3u);
            EXPECT_EQ(tiff->first_ifd() % 2, 0u);
            EXPECT_EQ(ifd0->entries[1].tag, 274) << "in the order of tags";
            const auto text = tiff->bytes(ifd0->entries[0]);
            EXPECT_EQ(Bytes(text.begin(), text.end()), tests::text_bytes({"Makers X\0", 9}));
            EXPECT_EQ(all_orientation_values(tagged, BlockKind::exif),
                      (std::vector<std::uint64_t>{6, 6}));
        }
}

TEST(Exif, AnEmptyBlockBecomesAMinimalOne) {
    const Bytes expected = tiff_block(ByteOrder::big, {orientation_tags(8)});
    EXPECT_EQ(with_orientation_tag({}, BlockKind::exif, Turn::rotate_270), expected);
    EXPECT_THROW(with_orientation_tag(tests::text_bytes("II"), BlockKind::exif, Turn::rotate_90),
                 ImageError);
    EXPECT_THROW(
        with_orientation_tag(tests::first_bytes(expected, 15), BlockKind::exif, Turn::rotate_90),
        ImageError);
}

TEST(Exif, SetOrientationChangesTheTagsAndNothingElse) {
    for (const ByteOrder order : orders) {
        const Bytes before =
            tiff_block(order, {{{271, tests::type_ascii, {'M', 'a', 'k', 'e', 'r'}},
                                {274, tests::type_short, {8}},
                                {274, tests::type_long, {6}},
                                {305, tests::type_long, {274}}},
                               orientation_tags(3)});
        Bytes after = before;
        set_orientation(after, BlockKind::exif, Turn::none);
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

TEST(Exif, AValueElsewhereGoesIntoItsEntry) {
    constexpr std::uint16_t type_long8 = 16;
    for (const ByteOrder order : orders) {
        Bytes block = tiff_block(order, {{{271, type_long8, {5}}, {274, type_long8, {6}}}});
        // It shares its value with another tag.
        store(block, 10 + 12 + 8, 4, order, 10 + 24 + 4);
        Bytes upright = block;
        set_orientation(upright, BlockKind::exif, Turn::none);
        EXPECT_EQ(orientation_value(upright), 1u);
        const auto tiff = TiffBlock::open(upright);
        EXPECT_EQ(tiff->value(*tiff->read(8)->find(271)), 5u);
    }
}

TEST(Exif, ATagThatCannotBeReadIsSetInsteadOfASecond) {
    constexpr std::uint16_t type_long8 = 16;
    for (const ByteOrder order : orders) {
        Bytes block = tiff_block(order, {{{274, type_long8, {6}}}});
        store(block, 10 + 8, 4, order, block.size());
        EXPECT_FALSE(orientation_value(block));
        const Bytes tagged = with_orientation_tag(block, BlockKind::exif, Turn::rotate_180);
        EXPECT_EQ(tagged.size(), block.size());
        EXPECT_EQ(all_orientation_values(tagged, BlockKind::exif), std::vector<std::uint64_t>{3});
    }
}

TEST(Exif, AThumbnailsDirectoryThatOverlapsTheFirstIsLeft) {
    // IFD1 starts at the first count, and takes the first value for its tag's number and type.
    Bytes block = tiff_block(ByteOrder::big, {{{256, tests::type_short, {274, 3}},
                                               {0, tests::type_byte, {5}},
                                               {274, tests::type_short, {6}}}});
    store(block, block.size() - 4, 4, ByteOrder::big, 16);
    block.resize(100);  // directories that are larger than their block are not read
    ASSERT_EQ(all_orientation_values(block, BlockKind::exif).size(), 2u);
    Bytes upright = block;
    set_orientation(upright, BlockKind::exif, Turn::none);
    EXPECT_EQ(orientation_value(upright), 1u);
    EXPECT_EQ(differences(block, upright), 1u);
}

TEST(Exif, SetOrientationLeavesOtherBytesAlone) {
    Bytes text = tests::text_bytes("no EXIF block at all");
    const Bytes before = text;
    set_orientation(text, BlockKind::exif, Turn::none);
    EXPECT_EQ(text, before);
}

}  // namespace
}  // namespace turntile
