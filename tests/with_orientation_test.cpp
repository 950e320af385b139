#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "io/exif.hpp"
#include "io/ifd.hpp"
#include "io/jpeg_metadata.hpp"
#include "io/png_blocks.hpp"
#include "io/png_metadata.hpp"
#include "io/tiff_tags.hpp"
#include "io/webp_metadata.hpp"
#include "tests/file_builders.hpp"
#include "turntile/error.hpp"
#include "turntile/metadata.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::exif_segment;
using tests::first_bytes;
using tests::joined;
using tests::jpeg_file;
using tests::jpeg_segment;
using tests::orientation_tags;
using tests::png_chunk;
using tests::png_file;
using tests::text_bytes;
using tests::tiff_block;
using tests::webp_chunk;
using tests::webp_file;
using namespace std::string_literals;

Bytes xmp(int orientation) {
    return text_bytes(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description"
        " tiff:Orientation=\"" +
        std::to_string(orientation) + "\"/></rdf:RDF></x:xmpmeta>");
}

/// An EXIF block with a tag for the picture and one for the thumbnail.
Bytes exif(std::uint64_t orientation, ByteOrder order = ByteOrder::little) {
    return tiff_block(order, {orientation_tags(orientation), orientation_tags(orientation)});
}

Bytes xmp_segment(int orientation) {
    return jpeg_segment(0xe1,
                        joined({text_bytes("http://ns.adobe.com/xap/1.0/\0"s), xmp(orientation)}));
}

Bytes tagged_jpeg(int orientation) {
    const auto value = static_cast<std::uint64_t>(orientation);
    return joined({jpeg_file({exif_segment(exif(value)), xmp_segment(orientation),
                              exif_segment(exif(value, ByteOrder::big))}),
                   text_bytes("tail")});
}

Bytes xmp_chunk(int orientation) {
    return png_chunk("iTXt",
                     joined({text_bytes("XML:com.adobe.xmp\0\0\0\0\0"s), xmp(orientation)}));
}

/// EXIF as ImageMagick writes it: hexadecimal digits.
Bytes profile_chunk(const Bytes& exif_block) {
    const Bytes block = joined({text_bytes("Exif\0\0"s), exif_block});
    std::string text = "Raw profile type exif\0\nexif\n      "s + std::to_string(block.size());
    for (std::size_t i = 0; i < block.size(); ++i) {
        constexpr std::string_view digits = "0123456789abcdef";
        if (i % 36 == 0) text += '\n';
        text += digits[std::to_integer<std::size_t>(block[i] >> 4)];
        text += digits[std::to_integer<std::size_t>(block[i] & std::byte{15})];
    }
    return png_chunk("tEXt", text_bytes(text + "\n"));
}

Bytes profile_chunk(int orientation) {
    return profile_chunk(exif(static_cast<std::uint64_t>(orientation)));
}

/// Tags before and after the pixels.
Bytes tagged_png(int orientation) {
    const auto value = static_cast<std::uint64_t>(orientation);
    return joined({tests::png_start(40, 30, 8, 2), xmp_chunk(orientation),
                   png_chunk("eXIf", exif(value)), png_chunk("IDAT", Bytes(9)),
                   profile_chunk(orientation), png_chunk("IEND")});
}

Bytes tagged_webp(int orientation) {
    const auto value = static_cast<std::uint64_t>(orientation);
    return webp_file({tests::webp_extended(40, 30, 0x0c), tests::webp_lossy(40, 30),
                      webp_chunk("EXIF", exif(value)), webp_chunk("XMP ", xmp(orientation))});
}

Bytes tagged_tiff(int orientation) {
    const Bytes packet = xmp(orientation);
    std::vector<std::uint64_t> letters;
    for (const std::byte letter : packet)
        letters.push_back(std::to_integer<std::uint64_t>(letter));
    return tiff_block(
        ByteOrder::big,
        {tests::tiff_tags({}, {{274, tests::type_short, {static_cast<std::uint64_t>(orientation)}},
                               {700, tests::type_byte, letters}}),
         orientation_tags(5)});
}

/// Writes a file whose tags all have this value.
struct Builder {
    const char* name;
    Bytes (*file)(int orientation);
    bool has_checksums;
};

class EveryFormat : public testing::TestWithParam<Builder> {
  protected:
    static Bytes file(int orientation) { return GetParam().file(orientation); }
    static Bytes file(Turn orientation) { return file(static_cast<int>(orientation)); }
};

INSTANTIATE_TEST_SUITE_P(Files, EveryFormat,
                         testing::Values(Builder{"Jpeg", tagged_jpeg, false},
                                         Builder{"Png", tagged_png, true},
                                         Builder{"Webp", tagged_webp, false},
                                         Builder{"Tiff", tagged_tiff, false}),
                         [](const auto& builder) { return builder.param.name; });

TEST_P(EveryFormat, TellsItsOrientation) {
    for (const Turn tag : all_turns) {
        EXPECT_EQ(exif_orientation(file(tag)), tag);
        const FileInfo info = inspect(file(tag));
        EXPECT_EQ(info.orientation, tag);
        EXPECT_TRUE(info.has_orientation_tag);
        EXPECT_EQ(info.has_turning_tag, tag != Turn::none);
    }
    for (const int outside : {0, 9}) {
        EXPECT_EQ(exif_orientation(file(outside)), Turn::none);
        EXPECT_FALSE(inspect(file(outside)).has_turning_tag);
    }
}

TEST_P(EveryFormat, HasEveryTagSetAndNothingElseChanged) {
    for (const Turn from : all_turns)
        for (const Turn to : all_turns) {
            const Bytes result = with_orientation(file(from), inspect(file(from)), to);
            if (GetParam().has_checksums) {  // which the builder leaves out
                EXPECT_EQ(result.size(), file(to).size());
                EXPECT_EQ(exif_orientation(result), to);
                EXPECT_EQ(inspect(result).has_turning_tag, to != Turn::none);
            } else {
                EXPECT_EQ(result, file(to)) << name(from) << " to " << name(to);
            }
        }
}

TEST_P(EveryFormat, StaysAsItIsWhereTheTagIsRight) {
    for (const Turn tag : all_turns)
        EXPECT_EQ(with_orientation(file(tag), inspect(file(tag)), tag), file(tag));
}

TEST(WithOrientation, PngTagsAreSetInEveryForm) {
    const Bytes result =
        with_orientation(tagged_png(6), inspect(tagged_png(6)), Turn::flip_horizontal);
    const auto holds = [&](const Bytes& chunk) {
        // Without the CRC, which is a real one now.
        return std::search(result.begin(), result.end(), chunk.begin(), chunk.end() - 4) !=
               result.end();
    };
    EXPECT_TRUE(holds(xmp_chunk(2)));
    EXPECT_TRUE(holds(png_chunk("eXIf", exif(2))));
    EXPECT_TRUE(holds(profile_chunk(2)));
}

TEST(WithOrientation, ATagIsAddedWhereThereIsNone) {
    const Bytes block = tiff_block(ByteOrder::big, {orientation_tags(8)});
    const Bytes plain_jpeg = joined({jpeg_file({tests::jfif_segment()}), text_bytes("tail")});
    EXPECT_EQ(
        with_orientation(plain_jpeg, inspect(plain_jpeg), Turn::rotate_270),
        joined({jpeg_file({tests::jfif_segment(), exif_segment(block)}), text_bytes("tail")}));
    for (const Bytes& file : {png_file(8, 2), tests::jpeg_file({}),
                              tiff_block(ByteOrder::little, {tests::tiff_tags({})}),
                              tiff_block(ByteOrder::big, {tests::tiff_tags({})}, true)}) {
        for (const Turn tag : all_turns) {
            const Bytes tagged = with_orientation(file, inspect(file), tag);
            EXPECT_EQ(inspect(tagged).orientation, tag);
            if (tag == Turn::none) {
                EXPECT_EQ(tagged, file) << "which says nothing, and means the same";
            }
            const Bytes again = with_orientation(tagged, inspect(tagged), tag);
            EXPECT_EQ(again, tagged);
        }
    }
}

TEST(WithOrientation, ATagIsAddedToExifThatHasNone) {
    const Bytes block = tiff_block(ByteOrder::little, {{{271, tests::type_ascii, {'M', 0}}}});
    const Bytes jpeg = jpeg_file({exif_segment(block)});
    const Bytes png = png_file(8, 2, {png_chunk("eXIf", block)});
    const Bytes grown = with_orientation_tag(block, BlockKind::exif, Turn::rotate_90);
    EXPECT_EQ(with_orientation(jpeg, inspect(jpeg), Turn::rotate_90),
              jpeg_file({exif_segment(grown)}));
    const Bytes tagged = with_orientation(png, inspect(png), Turn::rotate_90);
    EXPECT_EQ(png_exif(tagged), grown);
}

TEST(WithOrientation, ATagIsAddedToTheExifOfAPngInItsForm) {
    const Bytes block = tiff_block(ByteOrder::little, {{{271, tests::type_ascii, {'M', 0}}}});
    const Bytes grown = with_orientation_tag(block, BlockKind::exif, Turn::rotate_90);
    const auto tagged = [](std::initializer_list<Bytes> chunks) {
        const Bytes png =
            joined({tests::png_start(40, 30, 8, 2), joined(chunks), png_chunk("IEND")});
        const Bytes result = with_orientation(png, inspect(png), Turn::rotate_90);
        EXPECT_EQ(inspect(result).orientation, Turn::rotate_90);
        return result;
    };
    // The chunks in order, and the blocks that they hold.
    using Chunks = std::vector<std::pair<std::string, Bytes>>;
    const auto chunks_of = [](const Bytes& png) {
        Chunks chunks;
        PngWalker walker(png);
        while (const auto chunk = walker.next()) {
            const auto held = read_png_block(*chunk);
            const auto bytes = held ? held->block().bytes : std::span<const std::byte>{};
            chunks.emplace_back(chunk->type, Bytes(bytes.begin(), bytes.end()));
        }
        return chunks;
    };
    const auto expect = [&](std::initializer_list<Bytes> before, const Chunks& after) {
        Chunks whole = {{"IHDR", {}}};
        whole.insert(whole.end(), after.begin(), after.end());
        whole.emplace_back("IEND", Bytes{});
        EXPECT_EQ(chunks_of(tagged(before)), whole);
    };
    const Bytes pixels = png_chunk("IDAT", Bytes(9));
    const Bytes exif = png_chunk("eXIf", block);
    expect({profile_chunk(block), pixels}, {{"tEXt", grown}, {"IDAT", {}}});
    // Where there is an eXIf chunk, that is the one which readers know.
    expect({profile_chunk(block), exif, pixels}, {{"tEXt", block}, {"eXIf", grown}, {"IDAT", {}}});
    // Behind the pixels not all readers look.
    expect({pixels, exif}, {{"eXIf", grown}, {"IDAT", {}}});
    expect({pixels, png_chunk("tIME"), profile_chunk(block)},
           {{"tEXt", grown}, {"IDAT", {}}, {"tIME", {}}});
    // A profile that is no EXIF, or damaged, takes none.
    const Bytes damaged = first_bytes(block, block.size() - 8);
    const Bytes minimal = with_orientation_tag({}, BlockKind::exif, Turn::rotate_90);
    for (const Bytes& other : {text_bytes("no EXIF"), damaged}) {
        expect({profile_chunk(other), pixels}, {{"tEXt", other}, {"eXIf", minimal}, {"IDAT", {}}});
        expect({profile_chunk(other), profile_chunk(block), pixels},
               {{"tEXt", other}, {"tEXt", grown}, {"IDAT", {}}});
    }
}

TEST(WithOrientation, APngThatEndsBeforeItsPixelsTakesNoTag) {
    const Bytes png = joined({tests::png_start(40, 30, 8, 2), png_chunk("IEND")});
    EXPECT_THROW(png_with_exif(png, exif(6)), ImageError);
}

TEST(WithOrientation, XmpAloneCountsAndGetsExifBesideIt) {
    const Bytes jpeg = jpeg_file({xmp_segment(6)});
    EXPECT_EQ(exif_orientation(jpeg), Turn::rotate_90);
    EXPECT_EQ(with_orientation(jpeg, inspect(jpeg), Turn::none), jpeg_file({xmp_segment(1)}));
    const Bytes tagged = with_orientation(jpeg, inspect(jpeg), Turn::rotate_180);
    const Bytes block = tiff_block(ByteOrder::big, {orientation_tags(3)});
    EXPECT_EQ(tagged, jpeg_file({exif_segment(block), xmp_segment(3)}));
}

TEST(WithOrientation, ExifCountsBeforeXmp) {
    const Bytes jpeg = jpeg_file({xmp_segment(6), exif_segment(exif(1))});
    EXPECT_EQ(exif_orientation(jpeg), Turn::none);
    EXPECT_TRUE(inspect(jpeg).has_turning_tag) << "a reader of XMP would turn the picture";
    EXPECT_EQ(with_orientation(jpeg, inspect(jpeg), Turn::none),
              jpeg_file({xmp_segment(1), exif_segment(exif(1))}));
}

/// EXIF whose second part begins in IFD0's value, or before IFD0, with an independent block behind.
Bytes jpeg_of_parts(const Bytes& block, std::size_t first_bytes) {
    const auto cut = block.begin() + static_cast<std::ptrdiff_t>(first_bytes);
    return jpeg_file({exif_segment(Bytes(block.begin(), cut)), exif_segment({cut, block.end()}),
                      exif_segment(exif(6, ByteOrder::big))});
}

TEST(WithOrientation, ExifOfSeveralSegmentsIsSetInPlace) {
    for (const std::size_t first_bytes : {8, 19, 26, 30}) {
        const Bytes jpeg = jpeg_of_parts(exif(3), first_bytes);
        const Bytes expected_block = exif(8);
        EXPECT_EQ(inspect(jpeg).orientation, Turn::rotate_180);
        const Bytes tagged = with_orientation(jpeg, inspect(jpeg), Turn::rotate_270);
        const auto cut = expected_block.begin() + static_cast<std::ptrdiff_t>(first_bytes);
        EXPECT_EQ(tagged, jpeg_file({exif_segment(Bytes(expected_block.begin(), cut)),
                                     exif_segment({cut, expected_block.end()}),
                                     exif_segment(exif(8, ByteOrder::big))}));
    }
}

TEST(WithOrientation, NoTagIsAddedToExifOfSeveralSegments) {
    const Bytes block = tiff_block(ByteOrder::little, {{{271, tests::type_ascii, {'M', 0}}}});
    const auto cut = block.begin() + 20;
    const Bytes jpeg =
        jpeg_file({exif_segment(Bytes(block.begin(), cut)), exif_segment({cut, block.end()})});
    EXPECT_THROW(with_orientation(jpeg, inspect(jpeg), Turn::rotate_90), ImageError);
    EXPECT_EQ(with_orientation(jpeg, inspect(jpeg), Turn::none), jpeg);
    const Bytes whole = jpeg_file({exif_segment(block), exif_segment(block)});
    EXPECT_EQ(inspect(with_orientation(whole, inspect(whole), Turn::rotate_90)).orientation,
              Turn::rotate_90);
}

TEST(WithOrientation, AFullExifSegmentIsRefused) {
    const Bytes block = joined({tiff_block(ByteOrder::big, {{}}), Bytes(65533 - 6 - 14)});
    const Bytes jpeg = jpeg_file({exif_segment(block)});
    EXPECT_THROW(with_orientation(jpeg, inspect(jpeg), Turn::rotate_90), ImageError);
    EXPECT_EQ(with_orientation(jpeg, inspect(jpeg), Turn::none), jpeg);
}

/// A TIFF file whose XMP says that it has `surplus` bytes more than it has, and ends the file.
Bytes tiff_with_long_xmp(const std::string& orientation, std::uint64_t surplus, bool is_big) {
    const Bytes packet = text_bytes(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description"
        " tiff:Orientation='" +
        orientation + "'/></rdf:RDF></x:xmpmeta>");
    std::vector<std::uint64_t> letters;
    for (const std::byte letter : packet)
        letters.push_back(std::to_integer<std::uint64_t>(letter));
    Bytes file = tiff_block(ByteOrder::little,
                            {tests::tiff_tags({}, {{700, tests::type_byte, letters}})}, is_big);
    const auto tiff = TiffBlock::open(file);
    const std::uint64_t at = tiff->read(tiff->first_ifd())->find(700)->offset;
    store(file, at + 4, is_big ? 8 : 4, ByteOrder::little, letters.size() + surplus);
    return file;
}

TEST(WithOrientation, WhatATiffTellsOfBeyondItsEndIsNoPartOfItWhenItHasGrown) {
    for (const bool is_big : {false, true})
        for (const std::uint64_t surplus : {1, 60, 180, 400}) {
            const Bytes file = tiff_with_long_xmp("06", surplus, is_big);
            const Bytes tagged = with_orientation(file, inspect(file), Turn::rotate_90);
            EXPECT_EQ(exif_orientation(tagged), Turn::rotate_90);
            EXPECT_EQ(inspect(tagged).size, (Size{40, 30}));
            const std::ptrdiff_t header = is_big ? 16 : 8;
            EXPECT_TRUE(std::equal(file.begin() + header, file.end(), tagged.begin() + header));
        }
}

TEST(WithOrientation, XmpThatReachesIntoATiffsDirectoryIsChangedWhereThatHitsNothingElse) {
    for (const bool is_big : {false, true}) {
        const Bytes long_file = tiff_with_long_xmp("06", 60, is_big);
        const Bytes tagged = with_orientation(long_file, inspect(long_file), Turn::rotate_90);
        EXPECT_THROW(with_orientation(tagged, inspect(tagged), Turn::rotate_180), ImageError);
        const Bytes file = tiff_with_long_xmp("6", 60, is_big);
        const Bytes once = with_orientation(file, inspect(file), Turn::rotate_90);
        const Bytes twice = with_orientation(once, inspect(once), Turn::rotate_180);
        EXPECT_EQ(inspect(twice).orientation, Turn::rotate_180);
        EXPECT_EQ(inspect(twice).size, (Size{40, 30}));
        EXPECT_EQ(twice.size(), once.size());
    }
}

TEST(WithOrientation, ATiffsTagWhoseValueIsBeyondItsEndIsSetInItsEntry) {
    Bytes file = tiff_block(ByteOrder::little, {tests::tiff_tags({}, {{274, 16, {6}}})});
    const auto tiff = TiffBlock::open(file);
    store(file, tiff->read(8)->find(274)->offset + 8, 4, ByteOrder::little, file.size());
    const Bytes tagged = with_orientation(file, inspect(file), Turn::rotate_180);
    EXPECT_EQ(tagged.size(), file.size());
    EXPECT_EQ(inspect(tagged).orientation, Turn::rotate_180);
    EXPECT_EQ(inspect(tagged).size, (Size{40, 30}));
}

/// A TIFF file of 40x30 bytes of pixels from `offset` on.
Bytes tiff_with_pixels_at(std::uint64_t offset, const tests::Tags& more = {}) {
    tests::Tags tags =
        tests::tiff_tags({}, {{273, tests::type_long, {offset}}, {279, tests::type_long, {1200}}});
    tags.insert(tags.end(), more.begin(), more.end());
    return joined({tiff_block(ByteOrder::big, {tags}), Bytes(1300)});
}

TEST(WithOrientation, NoPixelOfATiffChangesWhateverOverlaps) {
    const tests::Tags tag = {{274, tests::type_short, {6}}};
    for (const tests::Tags& more : {tests::Tags{}, tag}) {
        const Bytes file = tiff_with_pixels_at(8, more);
        const Bytes tagged = with_orientation(file, inspect(file), Turn::rotate_180);
        EXPECT_EQ(inspect(tagged).orientation, Turn::rotate_180);
        EXPECT_TRUE(std::equal(file.begin() + 8, file.end(), tagged.begin() + 8));
        const Bytes of_header = tiff_with_pixels_at(4, more);
        EXPECT_THROW(with_orientation(of_header, inspect(of_header), Turn::rotate_180), ImageError);
    }
}

TEST(WithOrientation, ATiffWhosePixelsAreMissingGetsNothingInTheirPlace) {
    const Bytes file = tests::first_bytes(tiff_with_pixels_at(200), 1390);
    EXPECT_THROW(with_orientation(file, inspect(file), Turn::rotate_180), ImageError);
    const tests::Tags tag = {{274, tests::type_short, {6}}};
    const Bytes in_place = tests::first_bytes(tiff_with_pixels_at(200, tag), 1390);
    EXPECT_EQ(with_orientation(in_place, inspect(in_place), Turn::rotate_180).size(), 1390u);
}

/// Sets the count and the offset of the values of tag `id` in the first directory.
void set_place(Bytes& file, std::uint16_t id, std::uint64_t count, std::uint64_t offset) {
    const auto tiff = TiffBlock::open(file);
    const std::uint64_t at = tiff->read(tiff->first_ifd())->find(id)->offset;
    store(file, at + 4, 4, tiff->order(), count);
    store(file, at + 8, 4, tiff->order(), offset);
}

TEST(WithOrientation, ATiffsValuesBeyondItsEndDoNotBeginInsideWhenItHasGrown) {
    for (const TiffTag id :
         {tiff_tag::samples_per_pixel, tiff_tag::planar_configuration, tiff_tag::sample_format})
        for (const std::uint64_t count : {3, 30, 50000}) {
            Bytes file = tiff_block(ByteOrder::little, {tests::tiff_tags({1, 1})});
            set_place(file, id, count, file.size() + 20);
            EXPECT_THROW(with_orientation(file, inspect(file), Turn::rotate_90), ImageError);
        }
}

TEST(WithOrientation, ATiffThatHasGrownHasNoMorePages) {
    // The second page starts with the last 12 bytes of the first, and 6 follow: together they are
    // larger than the file, so it is no page. EXIF is said to stand there too.
    Bytes file =
        tiff_block(ByteOrder::little, {tests::tiff_tags({1, 1}, {{34665, tests::type_long, {0}},
                                                                 {50000, tests::type_long, {0}}})});
    const std::size_t second = file.size() - 12;
    set_place(file, 34665, 1, second);
    store(file, file.size() - 4, 4, ByteOrder::little, second);
    file.resize(file.size() + 6);
    ASSERT_EQ(inspect(file).frames, 1);
    EXPECT_THROW(with_orientation(file, inspect(file), Turn::rotate_90), ImageError);
}

TEST(WithOrientation, FormatsWithoutATagRefuseOne) {
    const Bytes bmp = tests::bmp_file({});
    EXPECT_THROW(with_orientation(bmp, inspect(bmp), Turn::rotate_90), ImageError);
    EXPECT_EQ(with_orientation(bmp, inspect(bmp), Turn::none), bmp);
}

TEST(WithOrientation, FollowsAWebpHeadInItsExif) {
    const Bytes head = text_bytes("Exif\0\0"s);
    const auto file = [&](std::uint64_t value) {
        return webp_file({tests::webp_extended(40, 30, 0x08), tests::webp_lossy(40, 30),
                          webp_chunk("EXIF", joined({head, exif(value)}))});
    };
    EXPECT_EQ(exif_orientation(file(6)), Turn::rotate_90);
    EXPECT_EQ(with_orientation(file(6), inspect(file(6)), Turn::none), file(1));
}

TEST(WithOrientation, MakesASimpleWebpAnExtendedOne) {
    const Bytes file = webp_file({tests::webp_lossless(40, 30, true)});
    const Bytes tagged = with_orientation(file, inspect(file), Turn::rotate_90);
    EXPECT_EQ(inspect(tagged).orientation, Turn::rotate_90);
    EXPECT_EQ(inspect(tagged).size, (Size{40, 30}));
    EXPECT_EQ(inspect(tagged).channels, 4);
}

}  // namespace
}  // namespace turntile
