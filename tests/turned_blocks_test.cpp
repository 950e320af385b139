#include "io/turned_blocks.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/ifd.hpp"
#include "io/xmp_decimal.hpp"
#include "tests/file_builders.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::Tags;
using tests::text_bytes;
using tests::tiff_block;
using tests::type_ascii;
using tests::type_long;
using tests::type_short;

constexpr std::size_t plenty = 65527;
constexpr Size source = {40, 30};

/// An EXIF block: IFD0 with an Exif directory behind it.
Bytes block_with_exif(const Tags& ifd0, const Tags& exif, ByteOrder order = ByteOrder::big) {
    Tags first = ifd0;
    first.push_back({34665, type_long, {0}});
    first.back().values = {tiff_block(order, {first}).size()};
    Bytes block = tiff_block(order, {first, exif});
    // The chain ends behind IFD0.
    const std::size_t next = 8 + 2 + first.size() * 12;
    std::fill_n(block.begin() + static_cast<std::ptrdiff_t>(next), 4, std::byte{0});
    return block;
}

Bytes turned_by(const Bytes& block, Turn turn, Notes& notes) {
    return turned_exif(block, BlockKind::exif, plenty, {turn, source}, notes);
}

Bytes turned_by(const Bytes& block, Turn turn) {
    Notes notes;
    const Bytes result = turned_by(block, turn, notes);
    EXPECT_TRUE(notes.take().empty());
    return result;
}

TEST(TurnedExif, SizesAndResolutionsChangePlacesWithTheAxes) {
    const auto block = [](std::uint64_t a, std::uint64_t b, std::uint64_t orientation) {
        return block_with_exif({{256, type_short, {a}},
                                {257, type_long, {b}},
                                {274, type_short, {orientation}},
                                {282, type_short, {a + 100}},
                                {283, type_short, {b + 100}}},
                               {{40962, type_short, {a}}, {40963, type_short, {b}}});
    };
    EXPECT_EQ(turned_by(block(40, 30, 3), Turn::rotate_180), block(40, 30, 1));
    for (const Turn turn : {Turn::rotate_90, Turn::transpose}) {
        const Bytes result = turned_by(block(40, 30, 6), turn);
        const auto tiff = TiffBlock::open(result);
        const auto ifd = tiff->read(tiff->first_ifd());
        EXPECT_EQ(tiff->value(*ifd->find(256)), 30u);
        EXPECT_EQ(tiff->value(*ifd->find(257)), 40u);
        EXPECT_EQ(ifd->find(256)->type, type_long) << "type and value go together";
        EXPECT_EQ(tiff->value(*ifd->find(282)), 130u);
        EXPECT_EQ(tiff->value(*ifd->find(283)), 140u);
        const auto exif = tiff->read(*tiff->value(*ifd->find(34665)));
        EXPECT_EQ(tiff->value(*exif->find(40962)), 30u);
        EXPECT_EQ(tiff->value(*exif->find(40963)), 40u);
        EXPECT_EQ(orientation_value(result), 1u);
    }
}

TEST(TurnedExif, TheSubjectTurns) {
    const auto block = [](const std::vector<std::uint64_t>& area) {
        return block_with_exif({}, {{37396, type_short, area}});
    };
    EXPECT_EQ(turned_by(block({10, 5}), Turn::flip_horizontal), block({29, 5}));
    EXPECT_EQ(turned_by(block({10, 5, 7}), Turn::rotate_90), block({24, 10, 7}));
    EXPECT_EQ(turned_by(block({10, 5, 8, 4}), Turn::rotate_180), block({29, 24, 8, 4}));
    EXPECT_EQ(turned_by(block({10, 5, 8, 4}), Turn::transpose), block({5, 10, 4, 8}));
    Notes notes;
    EXPECT_EQ(turned_by(block({40, 5}), Turn::rotate_90, notes), block({40, 5}));
    EXPECT_EQ(notes.take().size(), 1u) << "outside the picture";
}

TEST(TurnedExif, TheSubjectLiesInThePictureThatExifTellsOf) {
    const auto block = [](std::uint64_t width, std::uint64_t height, std::uint64_t x) {
        return block_with_exif({}, {{40962, type_short, {width}},
                                    {40963, type_short, {height}},
                                    {41492, type_short, {x, 5}}});
    };
    EXPECT_EQ(turned_by(block(400, 300, 100), Turn::flip_horizontal), block(400, 300, 299));
}

TEST(TurnedExif, ADamagedThumbnailIsUnlinkedWithANote) {
    const Tags thumbnail = {{513, type_long, {8}}, {514, type_long, {9}}};
    const Bytes block = tiff_block(ByteOrder::little, {{{271, type_short, {1}}}, thumbnail});
    Notes notes;
    const Bytes result = turned_by(block, Turn::rotate_90, notes);
    EXPECT_EQ(result.size(), block.size());
    EXPECT_EQ(notes.take().size(), 1u);
    const auto tiff = TiffBlock::open(result);
    EXPECT_EQ(tiff->read(tiff->first_ifd())->next, 0u);
}

TEST(TurnedExif, AThumbnailOfNoBytesIsNone) {
    const Tags thumbnail = {{513, type_long, {8}}, {514, type_long, {0}}};
    const Bytes block = tiff_block(ByteOrder::little, {{{271, type_short, {1}}}, thumbnail});
    EXPECT_EQ(turned_by(block, Turn::rotate_90), block);
}

TEST(TurnedExif, ASubjectThatOverlapsADirectoryIsLeftWithANote) {
    Bytes block = block_with_exif({}, {{37396, type_short, {10, 5, 8, 4}}});
    // The place of its numbers: those of the directory that it stands in.
    const std::size_t exif = 8 + 2 + 12 + 4;
    store(block, exif + 2 + 8, 4, ByteOrder::big, exif);
    Notes notes;
    EXPECT_EQ(
        turned_exif(block, BlockKind::exif, plenty, {Turn::rotate_180, {0x10000, 0x10000}}, notes),
        block);
    EXPECT_EQ(notes.take().size(), 1u);
}

TEST(TurnedExif, DirectoriesThatOverlapAreLeftWithANote) {
    // EXIF's directory is the value of IFD0's second entry and what stands behind it.
    const Tags sizes = {{34665, type_long, {30}}, {40962, type_long, {0x000200aa}}};
    const Tags rest = {{40962, type_short, {40}}, {40963, type_short, {30}}};
    const Bytes block = tiff_block(ByteOrder::big, {sizes, rest});
    Notes notes;
    const Bytes result = turned_by(block, Turn::rotate_90, notes);
    EXPECT_EQ(result, block);
    EXPECT_EQ(notes.take().size(), 1u);
}

TEST(TurnedExif, WithoutATurnOnlyTheTagsChange) {
    const Tags thumbnail = {{274, type_short, {6}}, {513, type_long, {8}}, {514, type_long, {9}}};
    const Tags upright = {{274, type_short, {1}}, {513, type_long, {8}}, {514, type_long, {9}}};
    EXPECT_EQ(
        turned_by(tiff_block(ByteOrder::little, {{{274, type_short, {8}}}, thumbnail}), Turn::none),
        tiff_block(ByteOrder::little, {{{274, type_short, {1}}}, upright}));
}

TEST(TurnedExif, DirectoriesThatPointAtThemselvesEnd) {
    Bytes block = tiff_block(ByteOrder::big, {{{34665, type_long, {8}}, {513, type_long, {0}}}});
    store(block, block.size() - 4, 4, ByteOrder::big, 8);  // IFD1 is IFD0
    Notes notes;
    EXPECT_NO_THROW(turned_by(block, Turn::rotate_90, notes));
}

std::string xmp(const std::string& description) {
    return "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF>" + description + "</rdf:RDF></x:xmpmeta>";
}

std::string turned_text(const std::string& description, Turn turn, Notes& notes) {
    const Bytes bytes = turned_xmp(text_bytes(xmp(description)), plenty, {turn, source}, notes);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string turned_text(const std::string& description, Turn turn) {
    Notes notes;
    const std::string result = turned_text(description, turn, notes);
    EXPECT_TRUE(notes.take().empty());
    return result;
}

std::string sizes(const std::string& a, const std::string& b) {
    return "<rdf:Description tiff:ImageWidth='" + a + "' tiff:ImageLength='" + b +
           "'><exif:PixelYDimension>" + b + "</exif:PixelYDimension><exif:PixelXDimension>" + a +
           "</exif:PixelXDimension><tiff:XResolution>" + a + "/1</tiff:XResolution>" +
           "<tiff:YResolution>" + b + "/1</tiff:YResolution></rdf:Description>";
}

TEST(TurnedXmp, SizesAndResolutionsChangePlacesWithTheAxes) {
    EXPECT_EQ(turned_text(sizes("4000", "300"), Turn::rotate_270), xmp(sizes("300", "4000")));
    EXPECT_EQ(turned_text(sizes("4000", "300"), Turn::flip_vertical), xmp(sizes("4000", "300")));
}

// What may stand in an element may be no attribute's value, and the other way about.
TEST(TurnedXmp, SizesThatAreNoPlainTextStayWithANote) {
    const auto attribute = [](const std::string& quoted) {
        return "<rdf:Description exif:PixelXDimension=" + quoted +
               "><exif:PixelYDimension>30</exif:PixelYDimension></rdf:Description>";
    };
    const auto element = [](const std::string& text) {
        return "<rdf:Description exif:PixelXDimension='40'><exif:PixelYDimension>" + text +
               "</exif:PixelYDimension></rdf:Description>";
    };
    const auto resolutions = [](const std::string& text) {
        return "<rdf:Description tiff:XResolution='72/1'><tiff:YResolution>" + text +
               "</tiff:YResolution></rdf:Description>";
    };
    for (const std::string& before :
         {attribute("'4\"0'"), attribute("\"4'0\""), attribute("'4&quot;0'"), attribute("'40>'"),
          attribute("''"), element("30<!-- it's -->"), element("<![CDATA[30]]>"),
          element("<?a?>30"), element("3\"0"), element("30'"), element("&#51;0"),
          resolutions("<!-- -->300/1")}) {
        Notes notes;
        EXPECT_EQ(turned_text(before, Turn::rotate_90, notes), xmp(before));
        EXPECT_EQ(notes.take(), std::vector<std::string>{"sizes or resolutions in XMP could not be "
                                                         "exchanged and were left as they are"})
            << before;
        EXPECT_EQ(turned_text(before, Turn::rotate_180), xmp(before));
    }
    EXPECT_EQ(turned_text(attribute("' 40 cm'"), Turn::rotate_90),
              xmp("<rdf:Description exif:PixelXDimension='30'><exif:PixelYDimension> 40 cm"
                  "</exif:PixelYDimension></rdf:Description>"));
}

std::string mwg_region(const std::string& x, const std::string& y, const std::string& w,
                       const std::string& h, const std::string& unit = "normalized") {
    return "<rdf:Description><mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag>"
           "<rdf:li><rdf:Description><mwg-rs:Area stArea:x='" +
           x + "' stArea:y='" + y + "' stArea:w='" + w + "' stArea:h='" + h + "' stArea:unit='" +
           unit +
           "'/></rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
           "</rdf:Description>";
}

TEST(TurnedXmp, RegionsTurn) {
    const std::string before = mwg_region("0.25", "0.125", "0.10", "0.2");
    EXPECT_EQ(turned_text(before, Turn::flip_horizontal),
              xmp(mwg_region("0.75", "0.125", "0.10", "0.2")));
    EXPECT_EQ(turned_text(before, Turn::rotate_180),
              xmp(mwg_region("0.75", "0.875", "0.10", "0.2")));
    EXPECT_EQ(turned_text(before, Turn::rotate_90),
              xmp(mwg_region("0.875", "0.25", "0.2", "0.10")));
    EXPECT_EQ(turned_text(before, Turn::transpose),
              xmp(mwg_region("0.125", "0.25", "0.2", "0.10")));
    EXPECT_EQ(turned_text(before, Turn::rotate_270),
              xmp(mwg_region("0.125", "0.75", "0.2", "0.10")));
}

TEST(TurnedXmp, FourQuarterTurnsGiveTheRegionBack) {
    std::string description = mwg_region("0.7", "0.0625", "1", "0.333333");
    for (int i = 0; i < 4; ++i) {
        const std::string packet = turned_text(description, Turn::rotate_90);
        const std::size_t start = xmp("").find("</rdf:RDF>");
        description = packet.substr(start, packet.find("</rdf:RDF>") - start);
    }
    EXPECT_EQ(description, mwg_region("0.7", "0.0625", "1", "0.333333"));
}

TEST(TurnedXmp, MicrosoftsRectanglesTurn) {
    const auto info = [](const std::string& rectangle) {
        return "<rdf:Description><MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag><rdf:li>"
               "<rdf:Description MPReg:Rectangle='" +
               rectangle +
               "'/></rdf:li></rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>"
               "</rdf:Description>";
    };
    const std::string before = info("0.10, 0.20, 0.30, 0.40");
    EXPECT_EQ(turned_text(before, Turn::rotate_180), xmp(info("0.60, 0.40, 0.30, 0.40")));
    EXPECT_EQ(turned_text(before, Turn::rotate_90), xmp(info("0.40, 0.10, 0.40, 0.30")));
    Notes notes;
    EXPECT_EQ(turned_text(info("1, 2, 3"), Turn::rotate_90, notes), xmp(info("1, 2, 3")));
    EXPECT_EQ(notes.take().size(), 1u);
}

TEST(TurnedXmp, RegionsThatMakeNoSenseStayWithANote) {
    Notes notes;
    const std::string odd = mwg_region("left", "0.1", "0.1", "0.1");
    EXPECT_EQ(turned_text(odd, Turn::rotate_90, notes), xmp(odd));
    const std::string pixels_of_what = mwg_region("3", "1", "1", "1", "pixel");
    EXPECT_EQ(turned_text(pixels_of_what, Turn::rotate_90, notes), xmp(pixels_of_what));
    EXPECT_EQ(notes.take().size(), 1u);
}

TEST(TurnedXmp, RegionsWhoseSidesAreNoPlainTextStayWithANote) {
    const auto region = [](const std::string& area, const std::string& dimensions) {
        return "<rdf:Description><mwg-rs:Regions rdf:parseType='Resource'>"
               "<mwg-rs:AppliedToDimensions stDim:w='40'><stDim:h>" +
               dimensions +
               "</stDim:h></mwg-rs:AppliedToDimensions><mwg-rs:RegionList><rdf:Bag><rdf:li>"
               "<rdf:Description><mwg-rs:Area stArea:x='0.5' stArea:y='0.5' stArea:w='0.1'>"
               "<stArea:h>" +
               area +
               "</stArea:h></mwg-rs:Area></rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList>"
               "</mwg-rs:Regions></rdf:Description>";
    };
    for (const std::string& before :
         {region("0.2<!-- it's -->", "30"), region("<![CDATA[0.2]]>", "30"), region("0.2'", "30"),
          region("0.2", "<!-- it's -->30"), region("0.2", "3'0")}) {
        Notes notes;
        EXPECT_EQ(turned_text(before, Turn::transpose, notes), xmp(before));
        EXPECT_EQ(notes.take(), std::vector<std::string>{"face regions in XMP could not be turned "
                                                         "and were left as they are"})
            << before;
    }
}

/// A subject's place as exif:SubjectArea or exif:SubjectLocation have it.
std::string subject(const std::vector<std::string>& numbers,
                    const std::string& property = "exif:SubjectArea") {
    std::string items;
    for (const std::string& number : numbers)
        items += "<rdf:li>" + number + "</rdf:li>\n";
    return "<" + property + "><rdf:Seq>\n" + items + "</rdf:Seq></" + property + ">";
}

std::string described(const std::string& properties) {
    return "<rdf:Description>" + properties + "</rdf:Description>";
}

TEST(TurnedXmp, TheSubjectTurnsAsItDoesInExif) {
    using Numbers = std::vector<std::string>;
    const auto turned_to = [](const Numbers& before, Turn turn, const Numbers& after) {
        for (const char* property : {"exif:SubjectArea", "exif:SubjectLocation"})
            EXPECT_EQ(turned_text(described(subject(before, property)), turn),
                      xmp(described(subject(after, property))));
    };
    turned_to({"10", "5"}, Turn::flip_horizontal, {"29", "5"});
    turned_to({"10", "5"}, Turn::rotate_270, {"5", "29"});
    turned_to({"10", "5", "7"}, Turn::rotate_90, {"24", "10", "7"});
    turned_to({"10", "15", "8", "4"}, Turn::rotate_180, {"29", "14", "8", "4"});
    turned_to({"10", "15", "8", "4"}, Turn::transpose, {"15", "10", "4", "8"});
    turned_to({"10", "05", " 08\n"}, Turn::flip_horizontal, {"29", "05", " 08\n"});
    turned_to({" 10\n", "5"}, Turn::flip_horizontal, {" 29\n", "5"});
}

TEST(TurnedXmp, TheSubjectLiesInThePictureThatXmpTellsOf) {
    const auto packet = [](const std::string& width, const std::string& height,
                           const std::vector<std::string>& numbers) {
        return "<rdf:Description exif:PixelXDimension='" + width + "' exif:PixelYDimension='" +
               height + "'/>" + described(subject(numbers));
    };
    EXPECT_EQ(turned_text(packet("400", "300", {"100", "15"}), Turn::flip_horizontal),
              xmp(packet("400", "300", {"299", "15"})));
    EXPECT_EQ(turned_text(packet("400", "300", {"100", "15", "30", "20"}), Turn::rotate_90),
              xmp(packet("300", "400", {"284", "100", "20", "30"})));
    EXPECT_EQ(turned_text(packet("0", "300", {"10", "15"}), Turn::flip_horizontal),
              xmp(packet("0", "300", {"29", "15"})));
}

TEST(TurnedXmp, ASubjectThatMakesNoSenseStaysWithANote) {
    const std::vector<std::string> odd[] = {
        {"40", "5"},         {"10", "30", "3"}, {"10"}, {"1", "2", "3", "4", "5"},
        {"10", "5.5"},       {"left", "5"},     {""},   {"10", "5", "8", "-4"},
        {"10", "4294967296"}};
    for (const auto& numbers : odd) {
        Notes notes;
        const std::string before = described(subject(numbers));
        EXPECT_EQ(turned_text(before, Turn::rotate_90, notes), xmp(before));
        EXPECT_EQ(notes.take().size(), 1u) << before;
    }
    Notes notes;
    const std::string attribute = "<rdf:Description exif:SubjectArea='10 5'/>";
    EXPECT_EQ(turned_text(attribute, Turn::rotate_90, notes), xmp(attribute));
    EXPECT_EQ(notes.take().size(), 1u);
}

TEST(TurnedXmp, PanoramasAndCropsAreNoted) {
    Notes notes;
    const std::string panorama = "<rdf:Description GPano:PosePitchDegrees='3' crs:HasCrop='True'/>";
    EXPECT_EQ(turned_text(panorama, Turn::rotate_90, notes), xmp(panorama));
    EXPECT_EQ(notes.take().size(), 2u);
    EXPECT_EQ(turned_text("<rdf:Description crs:HasCrop='False'/>", Turn::rotate_90),
              xmp("<rdf:Description crs:HasCrop='False'/>"));
}

TEST(TurnedXmp, WhatDoesNotFitStaysWithANote) {
    const Bytes before = text_bytes(xmp(mwg_region("1", "0.3", "1", "1")));
    Notes notes;
    EXPECT_EQ(turned_xmp(before, before.size(), {Turn::rotate_180, source}, notes).size(),
              before.size());
    EXPECT_TRUE(notes.take().empty()) << "1 - 1 is 0, 1 - 0.3 is 0.7";
    const Bytes tight = text_bytes(xmp(
        "<rdf:Description><MP:RegionInfo><MPRI:Regions><rdf:Bag><rdf:li MPReg:Rectangle='0,0,.5,1'"
        "/></rdf:Bag></MPRI:Regions></MP:RegionInfo></rdf:Description>"));
    EXPECT_EQ(turned_xmp(tight, tight.size(), {Turn::rotate_180, source}, notes), tight);
    EXPECT_EQ(notes.take().size(), 1u);
}

TEST(Decimal, IsReadAndWrittenDigitForDigit) {
    for (const char* text : {"0", "17", "0.250", "1.0", "0.000000001"})
        EXPECT_EQ(to_text(parse_decimal(text).value()), text);
    EXPECT_EQ(to_text(parse_decimal(" .5\n").value()), "0.5");
    EXPECT_EQ(to_text(difference({1, 0}, {125, 3})), "0.875");
    EXPECT_EQ(to_text(difference({1, 0}, {15, 1})), "-0.5");
    for (const char* text : {"", " ", ".", "-1", "1e3", "1.2.3", "0.0000000001", "1234567890", "x"})
        EXPECT_FALSE(parse_decimal(text)) << text;
}

}  // namespace
}  // namespace turntile
