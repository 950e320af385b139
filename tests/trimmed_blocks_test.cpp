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

TEST(TrimmedXmp, WhatDoesNotFitStaysWithANote) {
    const Bytes before = text_bytes(xmp(area("0.5", "0.5", "0.2", "0.25", "70", "normalized")));
    Notes notes;
    EXPECT_EQ(trimmed_xmp(before, before.size(), right, notes), before);
    EXPECT_EQ(notes.take().size(), 1U);
}

}  // namespace
}  // namespace turntile
