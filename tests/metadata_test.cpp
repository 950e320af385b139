#include "turntile/metadata.hpp"

#include <gtest/gtest.h>

#include "io/described_picture.hpp"
#include "io/png_chunks.hpp"
#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::exif_segment;
using tests::first_bytes;
using tests::jfif_segment;
using tests::joined;
using tests::jpeg_file;
using tests::jpeg_segment;
using tests::orientation_tags;
using tests::png_file;
using tests::text_bytes;
using tests::tiff_block;

Bytes exif(std::uint64_t orientation) {
    return exif_segment(
        tiff_block(ByteOrder::big, {orientation_tags(orientation), orientation_tags(3)}));
}

Bytes upright_exif() {
    return exif_segment(tiff_block(ByteOrder::big, {orientation_tags(1), orientation_tags(1)}));
}

Bytes carried(const Bytes& source, const Bytes& encoded, Turn turn = Turn::none) {
    return carry(source, inspect(source), encoded, turn).bytes;
}

TEST(ExifOrientation, ReadsJpegAndTiff) {
    for (const Turn turn : all_turns) {
        const auto value = static_cast<std::uint64_t>(turn);
        EXPECT_EQ(exif_orientation(jpeg_file({jfif_segment(), exif(value)})), turn);
        EXPECT_EQ(exif_orientation(tiff_block(ByteOrder::little, {orientation_tags(value)})), turn);
    }
}

TEST(ExifOrientation, IsNoneWithoutATag) {
    EXPECT_EQ(exif_orientation({}), Turn::none);
    EXPECT_EQ(exif_orientation(text_bytes("text")), Turn::none);
    EXPECT_EQ(exif_orientation(jpeg_file({})), Turn::none);
    EXPECT_EQ(exif_orientation(jpeg_file({exif(0)})), Turn::none);
    EXPECT_EQ(exif_orientation(jpeg_file({exif(9)})), Turn::none);
}

TEST(ExifOrientation, NeedsNoMoreThanTheHeaders) {
    const Bytes file = jpeg_file({exif(8)});
    EXPECT_EQ(exif_orientation(first_bytes(file, 2 + exif(8).size())), Turn::rotate_270);
}

TEST(ExifOrientation, IgnoresWhatStandsAfterThePixels) {
    EXPECT_EQ(exif_orientation(joined({jpeg_file({}), jpeg_file({exif(6)})})), Turn::none);
}

TEST(Carry, PutsTheSourcesSegmentsBehindTheNewJfif) {
    const Bytes icc = jpeg_segment(0xe2, text_bytes({"ICC_PROFILE\0\1\1profile", 21}));
    const Bytes comment = jpeg_segment(0xfe, text_bytes("a comment"));
    const Bytes adobe = jpeg_segment(0xee, text_bytes("Adobe"));
    const Bytes big = jpeg_segment(0xed, Bytes(65533, std::byte{0x5a}));
    const Bytes source = joined(
        {jpeg_file({jfif_segment(), exif(6), icc, adobe, icc, big, comment}), text_bytes("tail")});
    const Bytes encoded = jpeg_file({jfif_segment()}, tests::frame_segment(30, 40));
    const Bytes expected =
        joined({jpeg_file({jfif_segment(), upright_exif(), icc, icc, big, comment},
                          tests::frame_segment(30, 40)),
                text_bytes("tail")});
    EXPECT_EQ(carried(source, encoded, Turn::rotate_90), expected);
}

/// EXIF with a subject's place in its own directory, in parts of `part_bytes` bytes.
Bytes jpeg_with_subject(std::uint64_t orientation, std::uint64_t x, std::uint64_t y,
                        std::size_t part_bytes) {
    tests::Tags ifd0 = orientation_tags(orientation);
    ifd0.push_back({0x8769, tests::type_long, {38}});  // behind this directory
    Bytes block = tiff_block(ByteOrder::big, {ifd0});
    const Bytes exif_ifd =
        tiff_block(ByteOrder::big, {{{0x9214, tests::type_short, {x, y}}}});  // SubjectArea
    block.insert(block.end(), exif_ifd.begin() + 8, exif_ifd.end());
    Bytes segments;
    for (std::size_t at = 0; at < block.size(); at += part_bytes) {
        const Bytes rest(block.begin() + static_cast<std::ptrdiff_t>(at), block.end());
        const Bytes part = first_bytes(rest, std::min(part_bytes, rest.size()));
        segments = joined({segments, exif_segment(part)});
    }
    return jpeg_file(
        {segments}, orientation == 1 ? tests::frame_segment(30, 40) : tests::frame_segment(40, 30));
}

TEST(Carry, TurnsWhatStandsInFurtherSegmentsOfExif) {
    for (const std::size_t part_bytes : {100, 38, 47, 20, 9}) {
        const Bytes source = jpeg_with_subject(6, 10, 4, part_bytes);
        const Carried result = carry(source, inspect(source),
                                     jpeg_file({}, tests::frame_segment(30, 40)), Turn::rotate_90);
        EXPECT_EQ(result.bytes, jpeg_with_subject(1, 25, 10, part_bytes)) << part_bytes;
        EXPECT_TRUE(result.notes.empty());
        EXPECT_EQ(described_picture(source, Format::jpeg).exif,
                  described_picture(jpeg_with_subject(6, 10, 4, 100), Format::jpeg).exif);
    }
}

TEST(Carry, PutsThemFirstWhereThereIsNoJfif) {
    const Bytes comment = jpeg_segment(0xfe, text_bytes("c"));
    const Bytes adobe = jpeg_segment(0xee, text_bytes("Adobe"));
    EXPECT_EQ(carried(jpeg_file({comment}), jpeg_file({adobe})), jpeg_file({comment, adobe}));
}

TEST(Carry, AFileWithoutMetadataAddsNothing) {
    const Bytes encoded = jpeg_file({jfif_segment()});
    EXPECT_EQ(carried(jpeg_file({}), encoded), encoded);
}

TEST(Carry, KeepsThePixelDensity) {
    const Bytes source = jpeg_file({jfif_segment(1, 300, 150)});
    const Bytes encoded = jpeg_file({jfif_segment()});
    EXPECT_EQ(carried(source, encoded, Turn::rotate_180), source);
    EXPECT_EQ(carried(source, encoded, Turn::rotate_90), jpeg_file({jfif_segment(1, 150, 300)}));
}

TEST(Carry, KeepsTheJfifVersionIfItIsOne) {
    const auto with_version = [](std::uint8_t major, std::uint8_t minor) {
        Bytes file = jpeg_file({jfif_segment()});
        file[11] = std::byte{major};
        file[12] = std::byte{minor};
        return file;
    };
    const Bytes encoded = with_version(1, 1);
    EXPECT_EQ(carried(with_version(1, 2), encoded), with_version(1, 2));
    EXPECT_EQ(carried(with_version(1, 0), encoded), with_version(1, 0));
    EXPECT_EQ(carried(with_version(9, 2), encoded), encoded);
}

TEST(Carry, KeepsWhatTheSamplesOfATiffMean) {
    const tests::Tags meaning = {
        {280, tests::type_short, {7}},      {281, tests::type_short, {900}},
        {290, tests::type_short, {3}},      {291, tests::type_short, {1, 2, 3}},
        {333, tests::type_ascii, {'k', 0}}, {334, tests::type_short, {1}},
        {336, tests::type_short, {0, 255}}, {340, tests::type_short, {77}},
        {341, tests::type_short, {837}}};
    const tests::TiffShape grey = {.photometric = 1, .samples = 1, .bits = 16};
    const Bytes source = tiff_block(ByteOrder::little, {tests::tiff_tags(grey, meaning)});
    const std::vector<std::string> lost = {
        "not kept: MinSampleValue, MaxSampleValue, GrayResponseUnit, GrayResponseCurve, InkNames, "
        "NumberOfInks, DotRange, SMinSampleValue, SMaxSampleValue, which speak of another kind of "
        "sample"};
    const auto kept = [&](const tests::TiffShape& shape, Kept what) {
        const Bytes encoded = tiff_block(ByteOrder::big, {tests::tiff_tags(shape)});
        const Carried result = carry(source, inspect(source), encoded, Turn::rotate_90, what);
        const TiffBlock tiff = TiffBlock::open(result.bytes).value();
        const Ifd ifd = tiff.read(tiff.first_ifd()).value();
        std::size_t count = 0;
        for (const tests::Tag& tag : meaning) {
            const IfdEntry* entry = ifd.find(tag.id);
            if (entry == nullptr) continue;
            ++count;
            EXPECT_EQ(entry->count, tag.values.size()) << tag.id;
            if (tag.type != tests::type_short) continue;
            EXPECT_EQ(tiff.value(*entry, tag.values.size() - 1), tag.values.back()) << tag.id;
        }
        if (count == meaning.size())
            EXPECT_TRUE(result.notes.empty());
        else
            EXPECT_EQ(result.notes, lost);
        return count;
    };
    EXPECT_EQ(kept(grey, Kept::all), meaning.size());
    EXPECT_EQ(kept(grey, Kept::colours), meaning.size());
    EXPECT_EQ(kept({.photometric = 1, .samples = 1, .bits = 8}, Kept::all), 0U)
        << "they are other samples";
    EXPECT_EQ(kept({.photometric = 0, .samples = 1, .bits = 16}, Kept::all), 0U);
}

TEST(Carry, LeavesExtrasBehind) {
    const Bytes mpf = jpeg_segment(0xe2, text_bytes({"MPF\0MM", 6}));
    const Bytes source = joined({jpeg_file({exif(6), mpf}), jpeg_file({})});
    EXPECT_EQ(carried(source, jpeg_file({})), jpeg_file({upright_exif()}));
}

TEST(Carry, OtherContainersComeBackAsTheyAre) {
    FileInfo info;
    info.format = Format::bmp;
    const Bytes encoded = jpeg_file({});
    EXPECT_EQ(carry(text_bytes("BM"), info, encoded, Turn::none).bytes, encoded);
    info.format = Format::jpeg;
    EXPECT_EQ(carry(jpeg_file({exif(6)}), info, text_bytes("P6"), Turn::none).bytes,
              text_bytes("P6"));
}

TEST(Carry, NamesPngChunksWhoseChecksumIsWrong) {
    const Bytes encoded = png_file(8, 2);
    Bytes density;
    append_png_chunk(density, "pHYs", tests::ByteWriter{}.u32(3).u32(2).u8(1).bytes);
    Bytes damaged = density;
    damaged.back() ^= std::byte{1};
    const auto notes = [&](const Bytes& chunk) {
        const Bytes source = png_file(8, 2, {chunk});
        return carry(source, inspect(source), encoded, Turn::rotate_90).notes;
    };
    EXPECT_TRUE(notes(density).empty());
    EXPECT_EQ(notes(damaged), std::vector<std::string>{"the checksum of the pHYs chunk is wrong: "
                                                       "it was kept all the same"});
}

TEST(Carry, LeavesAProfileOfOtherColoursBehind) {
    const auto kept = [](std::string_view space, int components, const Bytes& encoded) {
        Bytes profile(128);
        std::ranges::copy(text_bytes(space), profile.begin() + 16);
        const Bytes source = jpeg_file(
            {jpeg_segment(0xe2, joined({text_bytes({"ICC_PROFILE\0\1\1", 14}), profile}))},
            tests::frame_segment(40, 30, components));
        const Carried carried = carry(source, inspect(source), encoded, Turn::none);
        const bool is_kept = !described_picture(carried.bytes, Format::png).icc.empty();
        EXPECT_EQ(carried.notes.size(), is_kept ? 0U : 1U);
        return is_kept;
    };
    constexpr int grey = 0;
    constexpr int rgb = 2;
    constexpr int rgb_alpha = 6;
    EXPECT_TRUE(kept("GRAY", 1, png_file(8, grey)));
    EXPECT_FALSE(kept("GRAY", 1, png_file(8, rgb)));
    EXPECT_FALSE(kept("GRAY", 1, png_file(8, rgb_alpha)));
    EXPECT_TRUE(kept("RGB ", 3, png_file(8, rgb)));
    EXPECT_TRUE(kept("RGB ", 3, png_file(8, rgb_alpha)));
    EXPECT_FALSE(kept("RGB ", 1, png_file(8, grey)));
    EXPECT_FALSE(kept("CMYK", 3, png_file(8, rgb)));
    EXPECT_TRUE(kept("Lab ", 3, png_file(8, rgb))) << "not known to be wrong";
}

TEST(Carry, TakesExifFromBehindAProfileThatIsNone) {
    const Bytes block = tiff_block(ByteOrder::big, {orientation_tags(1)});
    const Bytes profile =
        tests::png_chunk("tEXt", text_bytes({"Raw profile type APP1\0\nx\n 2\n4a4b\n", 33}));
    const Bytes exif_chunk = tests::png_chunk("eXIf", block);
    EXPECT_EQ(described_picture(png_file(8, 2, {profile, exif_chunk}), Format::png).exif, block);
    EXPECT_EQ(described_picture(png_file(8, 2, {exif_chunk, profile}), Format::png).exif, block);
}

TEST(Carry, KeepsTheEndOfAPacketThatATiffHoldsInWideNumbers) {
    std::string packet =
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description><MP:RegionInfo>"
        "<MPRI:Regions><rdf:Bag><rdf:li MPReg:Rectangle='0,0,.5,1'/></rdf:Bag></MPRI:Regions>"
        "</MP:RegionInfo></rdf:Description></rdf:RDF></x:xmpmeta>";
    packet.insert(0, (4 - packet.size() % 4) % 4, ' ');
    std::vector<std::uint64_t> numbers(packet.size() / 4);
    for (std::size_t i = 0; i < packet.size(); ++i)
        numbers[i / 4] = numbers[i / 4] << 8 | static_cast<unsigned char>(packet[i]);
    const Bytes source =
        tiff_block(ByteOrder::big, {tests::tiff_tags({}, {{700, tests::type_long, numbers}})});
    ASSERT_EQ(described_picture(source, Format::tiff).xmp, text_bytes(packet));

    packet.replace(packet.find("0,0,.5,1"), 8, "0.5, 0, 0.5, 1");
    const Bytes result =
        carried(source, tiff_block(ByteOrder::big, {tests::tiff_tags({})}), Turn::rotate_180);
    EXPECT_EQ(described_picture(result, Format::tiff).xmp, text_bytes(packet));
}

TEST(Carry, RefusesADamagedResult) {
    EXPECT_THROW(carried(jpeg_file({}), tests::jpeg_start), ImageError);
}

TEST(Stripped, PnmHasNoCommentsAndNothingBehindItsImage) {
    const auto bare = [](std::string_view text) {
        const Bytes file = text_bytes(text);
        const Bytes result = stripped(file, inspect(file));
        // What is encoded anew takes the other way.
        EXPECT_EQ(carry(file, inspect(file), file, Turn::none, Kept::colours).bytes, result);
        return result;
    };
    EXPECT_EQ(bare("P6 #PRIVATE\n2 1#x\n255\nabc#ef"), text_bytes("P6 \n2 1\n255\nabc#ef"));
    EXPECT_EQ(bare("P6 2 1 255\nabcdefPRIVATE"), text_bytes("P6 2 1 255\nabcdef"));
    EXPECT_EQ(bare("P2 2 1 255 0 #PRIVATE\n1 #PRIVATE\n"), text_bytes("P2 2 1 255 0 \n1"));
    EXPECT_EQ(bare("P7\n# PRIVATE\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nTUPLTYPE #T\nENDHDR\nab"),
              text_bytes("P7\n\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nTUPLTYPE #T\nENDHDR\nab"));
    for (const char* file : {"P6 2 1 255\nabcdef\n", "P1 2 1 01\n\n", "P2 2 1 255 0 1"})
        EXPECT_EQ(bare(file), text_bytes(file));
}

TEST(Stripped, BmpHasNothingBehindItsPixelsButAProfile) {
    tests::BmpShape shape;
    shape.pixels = Bytes(24);
    const Bytes plain = tests::bmp_file(shape);
    const Bytes trailed = joined({plain, text_bytes("PRIVATE")});
    EXPECT_EQ(stripped(trailed, inspect(trailed)), plain);
    EXPECT_EQ(carry(trailed, inspect(trailed), trailed, Turn::none, Kept::colours).bytes, plain);
    EXPECT_EQ(stripped(plain, inspect(plain)), plain);

    shape.header_bytes = 124;
    const Bytes pixels = tests::bmp_file(shape);
    Bytes file = joined({pixels, text_bytes("PRIVATEprofilePRIVATE")});
    std::ranges::copy(text_bytes("DEBM"), file.begin() + 70);
    store(file, 126, 4, ByteOrder::little, pixels.size() + 7 - 14);
    store(file, 130, 4, ByteOrder::little, 7);
    const Bytes kept = stripped(file, inspect(file));
    const ByteReader reader(kept, ByteOrder::little);
    EXPECT_EQ(kept.size(), pixels.size() + 7);
    EXPECT_EQ(reader.u32(2), kept.size());
    EXPECT_TRUE(reader.holds(reader.u32(126).value_or(0) + 14, "profile"));
}

TEST(Stripped, BmpOfRunsEndsWhereItsHeaderSays) {
    tests::BmpShape shape;
    shape.bits = 8;
    shape.compression = 1;
    shape.palette = Bytes(1024);
    shape.pixels = text_bytes({"\4\1\0\0\4\1\0\1", 8});
    Bytes file = joined({tests::bmp_file(shape), text_bytes("PRIVATE")});
    EXPECT_EQ(stripped(file, inspect(file)), file) << "nothing is known";
    store(file, 34, 4, ByteOrder::little, 8);
    EXPECT_EQ(stripped(file, inspect(file)), first_bytes(file, file.size() - 7));
}

}  // namespace
}  // namespace turntile
