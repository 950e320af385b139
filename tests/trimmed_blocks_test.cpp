#include "io/trimmed_blocks.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/file_builders.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::text_bytes;
using tests::tiff_block;
using tests::type_long;
using tests::type_short;

constexpr std::size_t plenty = 65527;
constexpr Trimming both = {{70, 64}, {40, 32}};
constexpr Trimming right = {{70, 64}, {40, 40}};

TEST(Stretch, EndsWhereItsSideDoes) {
    const auto is = [](Stretch stretch, std::int64_t start, std::int64_t length) {
        return stretch.start == start && stretch.length == length;
    };
    EXPECT_TRUE(is(cut({3, 5}, 8), 3, 5));
    EXPECT_TRUE(is(cut({3, 6}, 8), 3, 5));
    EXPECT_TRUE(is(cut({8, 2}, 8), 7, 1)) << "all of it is cut off";
    EXPECT_TRUE(is(cut({-3, 20}, 8), -3, 11));
}

TEST(TrimmedSide, CutsTheSamePartOfAnotherLength) {
    EXPECT_EQ((TrimmedSide{70, 64}.kept_of(70)), 64);
    EXPECT_EQ((TrimmedSide{70, 64}.kept_of(7000)), 6400);
    EXPECT_EQ((TrimmedSide{70, 64}.kept_of(1)), 1);
}

/// An EXIF block of an Exif directory alone, behind IFD0.
Bytes block(std::uint64_t width, std::uint64_t height, const std::vector<std::uint64_t>& area) {
    const tests::Tags exif = {
        {37396, type_short, area}, {40962, type_short, {width}}, {40963, type_long, {height}}};
    tests::Tags ifd0 = {{256, type_short, {width}}, {34665, type_long, {0}}};
    ifd0.back().values = {tiff_block(ByteOrder::big, {ifd0}).size()};
    return tiff_block(ByteOrder::big, {ifd0, exif});
}

TEST(TrimmedExif, SizesAndAreasEndWithThePicture) {
    EXPECT_EQ(trimmed_exif(block(70, 40, {60, 30, 16, 8}), both), block(64, 32, {58, 29, 12, 6}));
    EXPECT_EQ(trimmed_exif(block(70, 40, {60, 30, 16, 8}), right), block(64, 40, {58, 30, 12, 8}));
    EXPECT_EQ(trimmed_exif(block(70, 40, {10, 30, 16, 4}), both), block(64, 32, {10, 30, 16, 4}));
    EXPECT_EQ(trimmed_exif(block(70, 40, {66, 35}), both), block(64, 32, {63, 31}));
    EXPECT_EQ(trimmed_exif(block(70, 40, {66, 5, 9}), both), block(64, 32, {63, 5, 9}));
    EXPECT_EQ(trimmed_exif(block(70, 40, {60, 5, 300, 4}), both), block(64, 32, {0, 5, 154, 4}))
        << "from -90 to 64 are 154 pixels, whose middle is no pixel";
}

TEST(TrimmedExif, NumbersOfAnotherSizeLoseTheSamePart) {
    EXPECT_EQ(trimmed_exif(block(700, 400, {630, 300, 20, 10}), both),
              block(640, 320, {630, 300, 20, 10}));
    EXPECT_EQ(trimmed_exif(block(700, 400, {660, 300}), both), block(640, 320, {639, 300}));
}

TEST(TrimmedExif, WhatLiesOutsideThePictureStays) {
    EXPECT_EQ(trimmed_exif(block(70, 40, {70, 5, 3, 3}), both), block(64, 32, {70, 5, 3, 3}));
}

std::string xmp(const std::string& description) {
    return "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF>" + description + "</rdf:RDF></x:xmpmeta>";
}

std::string trimmed_text(const std::string& description, const Trimming& trimming) {
    Notes notes;
    const Bytes bytes = trimmed_xmp(text_bytes(xmp(description)), plenty, trimming, notes);
    EXPECT_TRUE(notes.take().empty());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string area(const std::string& x, const std::string& y, const std::string& w,
                 const std::string& h, const std::string& width, const std::string& unit) {
    return "<rdf:Description><mwg-rs:Regions rdf:parseType='Resource'>"
           "<mwg-rs:AppliedToDimensions stDim:w='" +
           width +
           "' stDim:h='40' stDim:unit='pixel'/><mwg-rs:RegionList><rdf:Bag><rdf:li>"
           "<rdf:Description><mwg-rs:Area stArea:x='" +
           x + "' stArea:y='" + y + "' stArea:w='" + w + "' stArea:h='" + h + "' stArea:unit='" +
           unit +
           "'/></rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
           "</rdf:Description>";
}

TEST(TrimmedXmp, PartsOfThePictureArePartsOfWhatIsLeft) {
    EXPECT_EQ(trimmed_text(area("0.5", "0.5", "0.2", "0.25", "70", "normalized"), right),
              xmp(area("0.546875", "0.5", "0.218750", "0.25", "64", "normalized")));
    // 60 to 70 becomes 60 to 64, but for the eighth digit.
    EXPECT_EQ(
        trimmed_text(area("0.92857143", "0.5", "0.14285714", "0.25", "70", "normalized"), right),
        xmp(area("0.96874999", "0.5", "0.06249999", "0.25", "64", "normalized")));
}

TEST(TrimmedXmp, PixelsEndWithThePicture) {
    EXPECT_EQ(trimmed_text(area("35", "20", "14", "10", "70", "pixel"), right),
              xmp(area("35", "20", "14", "10", "64", "pixel")));
    EXPECT_EQ(trimmed_text(area("60", "20", "20", "10", "70", "pixel"), right),
              xmp(area("57", "20", "14", "10", "64", "pixel")));
}

std::string circle(const std::string& diameter, const std::string& width, const std::string& height,
                   const std::string& unit) {
    return "<rdf:Description><mwg-rs:Regions rdf:parseType='Resource'>"
           "<mwg-rs:AppliedToDimensions stDim:w='" +
           width + "' stDim:h='" + height +
           "' stDim:unit='pixel'/><mwg-rs:RegionList><rdf:Bag><rdf:li>"
           "<rdf:Description><mwg-rs:Area stArea:x='0' stArea:y='0' stArea:d='" +
           diameter + "' stArea:unit='" + unit +
           "'/></rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
           "</rdf:Description>";
}

/// `text` with the middle of its circle written to a millionth of the picture.
std::string with_fine_middle(std::string text, const std::string& axis) {
    const std::string middle = "stArea:" + axis + "='0";
    text.insert(text.find(middle) + middle.size(), ".000000");
    return text;
}

TEST(TrimmedXmp, ACircleKeepsItsPixels) {
    const std::string wide = circle("0.2", "70", "40", "normalized");
    EXPECT_EQ(trimmed_text(wide, right),
              xmp(with_fine_middle(circle("0.2", "64", "40", "normalized"), "x")))
        << "the shorter side is whole";
    EXPECT_EQ(trimmed_text(wide, {{70, 70}, {40, 32}}),
              xmp(with_fine_middle(circle("0.250000", "70", "32", "normalized"), "y")))
        << "8 of 40 pixels are 8 of 32";
    EXPECT_EQ(trimmed_text(circle("0.2", "40", "36", "normalized"), {{40, 32}, {36, 36}}),
              xmp(with_fine_middle(circle("0.225000", "32", "36", "normalized"), "x")))
        << "what was the longer side is the shorter one";
    EXPECT_EQ(trimmed_text(circle("8", "70", "40", "pixel"), both),
              xmp(circle("8", "64", "32", "pixel")));
    EXPECT_EQ(trimmed_text(circle("wide", "70", "40", "normalized"), {{70, 70}, {40, 32}}),
              xmp(with_fine_middle(circle("wide", "70", "32", "normalized"), "y")));
}

/// The subject of a picture of this size, which XMP tells as attributes or not at all.
std::string subject(const std::string& size, const std::vector<std::string>& numbers) {
    std::string items;
    for (const std::string& number : numbers)
        items += "<rdf:li>" + number + "</rdf:li>";
    return "<rdf:Description" + size + "><exif:SubjectArea><rdf:Seq>" + items +
           "</rdf:Seq></exif:SubjectArea></rdf:Description>";
}

TEST(TrimmedXmp, TheSubjectEndsWithThePictureAsItDoesInExif) {
    using Numbers = std::vector<std::string>;
    const auto trimmed_to = [](const Numbers& before, const Trimming& trimming,
                               const Numbers& after) {
        EXPECT_EQ(trimmed_text(subject("", before), trimming), xmp(subject("", after)));
    };
    trimmed_to({"60", "30", "16", "8"}, both, {"58", "29", "12", "6"});
    trimmed_to({"60", "30", "16", "8"}, right, {"58", "30", "12", "8"});
    trimmed_to({"10", "30", "16", "04"}, both, {"10", "30", "16", "04"});
    trimmed_to({"66", "35"}, both, {"63", "31"});
    trimmed_to({"66", "5", "9"}, both, {"63", "5", "9"});
    trimmed_to({"70", "5", "3", "3"}, both, {"70", "5", "3", "3"});
    trimmed_to({"66", "five"}, both, {"66", "five"});
}

TEST(TrimmedXmp, ASubjectOfAnotherSizeLosesTheSamePart) {
    const std::string before = " exif:PixelXDimension='700' exif:PixelYDimension='400'";
    const std::string after = " exif:PixelXDimension='640' exif:PixelYDimension='320'";
    EXPECT_EQ(trimmed_text(subject(before, {"630", "300", "40", "10"}), both),
              xmp(subject(after, {"625", "300", "30", "10"})));
}

TEST(TrimmedXmp, WhatDoesNotFitStaysWithANote) {
    const Bytes before = text_bytes(xmp(area("0.5", "0.5", "0.2", "0.25", "70", "normalized")));
    Notes notes;
    EXPECT_EQ(trimmed_xmp(before, before.size(), right, notes), before);
    EXPECT_EQ(notes.take().size(), 1U);
}

}  // namespace
}  // namespace turntile
