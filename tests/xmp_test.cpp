#include "io/xmp.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/xmp_edit.hpp"
#include "io/xmp_tree.hpp"
#include "tests/file_builders.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::text_bytes;
using Values = std::vector<std::uint64_t>;
using namespace std::string_literals;

std::string packet(const std::string& description) {
    return "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>\n<x:xmpmeta "
           "xmlns:x='adobe:ns:meta/'>"
           "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>" +
           description + "</rdf:RDF></x:xmpmeta>\n   \n<?xpacket end='w'?>";
}

std::string attribute(const std::string& value) {
    return packet("<rdf:Description rdf:about='' tiff:Orientation = '" + value + "'/>");
}

std::string element(const std::string& value) {
    return packet("<rdf:Description>\n<tiff:Orientation>" + value +
                  "</tiff:Orientation></rdf:Description>");
}

Values values(const std::string& text) {
    return xmp_orientation_values(text_bytes(text));
}

TEST(Xmp, ReadsAttributesAndElements) {
    for (std::uint64_t value = 1; value <= 8; ++value) {
        EXPECT_EQ(values(attribute(std::to_string(value))), Values{value});
        EXPECT_EQ(values(element(" " + std::to_string(value) + "\n")), Values{value});
    }
}

TEST(Xmp, GoesByTheNamespaceNotByThePrefix) {
    const std::string other =
        "<rdf:Description xmlns:t='http://ns.adobe.com/tiff/1.0/' t:Orientation='6'/>";
    EXPECT_EQ(values(packet(other)), Values{6});
    const std::string foreign =
        "<rdf:Description xmlns:t='http://example.org/' t:Orientation='6'/>";
    EXPECT_EQ(values(packet(foreign)), Values{});
    const std::string disguised =
        "<rdf:Description xmlns:tiff='http://example.org/' tiff:Orientation='6'/>";
    EXPECT_EQ(values(packet(disguised)), Values{6}) << "a prefix that everyone reads as TIFF's";
}

TEST(Xmp, OnlyThePicturesOwnPropertyCounts) {
    EXPECT_EQ(values(packet("<rdf:Description><xmp:Thumbnails><rdf:Description"
                            " tiff:Orientation='6'/></xmp:Thumbnails></rdf:Description>")),
              Values{});
    EXPECT_EQ(values(packet("<!-- <rdf:Description tiff:Orientation='6'/> -->")), Values{});
    EXPECT_EQ(values("<rdf:Description tiff:Orientation='6'/>"), Values{});
}

TEST(Xmp, WhatIsNoNumberHasNoValue) {
    for (const char* text : {"", "up", "6up", "-6", "6.0", "99999999999999999999"})
        EXPECT_EQ(values(attribute(text)), Values{}) << text;
}

TEST(Xmp, SurvivesWhatIsNotClosedOrNoXml) {
    EXPECT_EQ(values(attribute("6").substr(0, attribute("6").find("/>") + 2)), Values{6});
    for (const std::string& text : {""s, "<"s, "<<>>"s, "</a>"s, "<a b"s, "<a b="s, "<a b='"s,
                                    "<a b=c>"s, "<?"s, "<!--"s, "<![CDATA["s, "< Orientation>"s})
        EXPECT_EQ(values(text + "Orientation"), Values{}) << text;
    std::string deep = "Orientation";
    for (int i = 0; i < 100000; ++i)
        deep += "<a>";
    EXPECT_EQ(values(deep), Values{});
}

TEST(Xmp, Utf16IsLeftAlone) {
    std::string wide;
    for (const char letter : attribute("6"))
        wide += {letter, '\0'};
    EXPECT_EQ(values(wide), Values{});
    EXPECT_EQ(xmp_with_orientation(text_bytes(wide), Turn::none), text_bytes(wide));
}

TEST(Xmp, EveryOrientationIsSetWhereItStands) {
    const std::string both =
        "<rdf:Description tiff:Orientation='6'/>"
        "<rdf:Description><tiff:Orientation>8</tiff:Orientation>"
        "<tiff:Compression>6</tiff:Compression></rdf:Description>";
    const std::string expected =
        "<rdf:Description tiff:Orientation='1'/>"
        "<rdf:Description><tiff:Orientation>1</tiff:Orientation>"
        "<tiff:Compression>6</tiff:Compression></rdf:Description>";
    EXPECT_EQ(values(packet(both)), (Values{6, 8}));
    EXPECT_EQ(xmp_with_orientation(text_bytes(packet(both)), Turn::none),
              text_bytes(packet(expected)));
}

TEST(Xmp, ShorterValuesLeaveBlanksInThePadding) {
    const Bytes before = text_bytes(attribute("0012"));
    std::string expected = attribute("1");
    expected.insert(expected.find("<?xpacket end"), "   ");
    EXPECT_EQ(xmp_with_orientation(before, Turn::none), text_bytes(expected));
}

TEST(XmpEdit, LongerValuesTakeFromThePadding) {
    const std::string text = attribute("1");
    const std::string_view value = std::string_view(text).substr(text.find("'1'") + 1, 1);
    std::string expected = attribute("123");
    // "\n   \n" loses its last two characters.
    expected.erase(expected.find("<?xpacket end") - 2, 2);
    EXPECT_EQ(edited_xmp(text, {{value, "123"}}), text_bytes(expected));
    const std::string bare = "<a>1</a>";
    EXPECT_EQ(edited_xmp(bare, {{std::string_view(bare).substr(3, 1), "22"}}),
              text_bytes("<a>22</a>"));
}

TEST(XmpEdit, BlanksBehindATextAreNoPadding) {
    const std::string before = "<a>1</a><?note <?xpacket end='w'?>";
    const std::string_view value = std::string_view(before).substr(3, 1);
    EXPECT_EQ(edited_xmp(before, {{value, "22"}}),
              text_bytes("<a>22</a><?note <?xpacket end='w'?>"));
    EXPECT_EQ(edited_xmp(before, {{value, ""}}), text_bytes("<a></a><?note <?xpacket end='w'?> "));
    const std::string inside = "<a b='1'>c  <?xpacket end='w'?></a>";
    EXPECT_EQ(edited_xmp(inside, {{std::string_view(inside).substr(6, 1), "22"}}),
              text_bytes("<a b='22'>c  <?xpacket end='w'?></a>"));
}

TEST(XmpTree, FindsChildrenByName) {
    const XmpNode tree = read_xmp_tree("<a b='1'><c>2</c><c>3</c><d/></a>");
    const XmpNode* a = tree.child("a");
    ASSERT_NE(a, nullptr);
    ASSERT_EQ(a->children.size(), 4u);
    EXPECT_EQ(a->child("b")->text, "1");
    EXPECT_EQ(a->child("c")->text, "2");
    EXPECT_EQ(a->child("e"), nullptr);
}

}  // namespace
}  // namespace turntile
