#include "io/png_blocks.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/deflate.hpp"
#include "io/png_text.hpp"
#include "io/raw_profile.hpp"
#include "tests/file_builders.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::joined;
using tests::text_bytes;
using namespace std::string_literals;

PngChunk chunk(std::string_view type, const Bytes& data) {
    return {type, 0, data};
}

TEST(PngText, ReadsAndReplacesEachForm) {
    const Bytes packed = deflated(text_bytes("text"));
    const Bytes forms[] = {
        joined({text_bytes("Key\0"s), text_bytes("text")}),
        joined({text_bytes("Key\0\0"s), packed}),
        joined({text_bytes("Key\0\0\0de\0Wort\0"s), text_bytes("text")}),
        joined({text_bytes("Key\0\1\0de\0Wort\0"s), packed}),
    };
    const char* types[] = {"tEXt", "zTXt", "iTXt", "iTXt"};
    for (std::size_t i = 0; i < 4; ++i) {
        const PngChunk form = chunk(types[i], forms[i]);
        EXPECT_EQ(png_keyword(form), "Key");
        EXPECT_EQ(png_text(form), text_bytes("text"));
        EXPECT_EQ(png_data_with_text(form, text_bytes("text")), forms[i]);
        const Bytes other = png_data_with_text(form, text_bytes("longer text"));
        EXPECT_EQ(png_text(chunk(types[i], other)), text_bytes("longer text"));
    }
}

TEST(PngText, DamagedChunksHaveNone) {
    EXPECT_FALSE(png_text(chunk("IDAT", text_bytes("Key\0text"s))));
    EXPECT_FALSE(png_text(chunk("tEXt", text_bytes("Key"))));
    EXPECT_FALSE(png_text(chunk("zTXt", text_bytes("Key\0"s))));
    EXPECT_FALSE(png_text(chunk("zTXt", text_bytes("Key\0\1text"s))));
    EXPECT_FALSE(png_text(chunk("zTXt", text_bytes("Key\0\0no zlib stream"s))));
    EXPECT_FALSE(png_text(chunk("iTXt", text_bytes("Key\0\0\0de\0Wort"s))));
    EXPECT_FALSE(png_text(chunk("iTXt", text_bytes("Key\0\2\0\0\0x"s))));
}

TEST(PngText, ATextThatGrowsWithoutEndIsLeftAlone) {
    const Bytes bomb = deflated(Bytes((std::size_t{16} << 20) + 1));
    EXPECT_LT(bomb.size(), 100'000u);
    EXPECT_FALSE(png_text(chunk("zTXt", joined({text_bytes("Key\0\0"s), bomb}))));
}

TEST(RawProfile, ReadsDigitsOfEitherCaseOverLines) {
    const Bytes expected = text_bytes("Jk\xff"s);
    EXPECT_EQ(raw_profile_bytes(text_bytes("\nexif\n       3\n4A6b\nFf\n")), expected);
    EXPECT_EQ(raw_profile_bytes(text_bytes("a kind\n3 4a 6B fF trailing")), expected);
}

TEST(RawProfile, DamageGivesNothing) {
    for (const char* text : {"", "exif", "exif\n", "exif\nx", "exif\n2\n4a", "exif\n2\n4a6",
                             "exif\n2\n4axx", "exif\n99999999999\n4a", "exif\n-1\n4a"})
        EXPECT_FALSE(raw_profile_bytes(text_bytes(text))) << text;
}

TEST(RawProfile, TakesOtherBytesInItsForm) {
    EXPECT_EQ(raw_profile_with_bytes(text_bytes("\nexif\n 2\n4A\n6B\n"), text_bytes("Jz")),
              text_bytes("\nexif\n 2\n4A\n7a\n"));
    const Bytes longer = raw_profile_with_bytes(text_bytes("\nexif\n 1\n4A\n"), Bytes(37));
    EXPECT_EQ(longer, text_bytes("\nexif\n      37\n" + std::string(72, '0') + "\n00\n"));
    EXPECT_EQ(raw_profile_bytes(longer), Bytes(37));
}

TEST(PngBlocks, KnowsExifAndXmpByKeyword) {
    const auto content = [](std::string_view type, const std::string& data) {
        const Bytes bytes = text_bytes(data);
        const auto block = read_png_block(chunk(type, bytes));
        if (!block) return "none"s;
        const auto found = block->block().bytes;
        return (block->content == BlockContent::exif ? "exif "s : "xmp "s) +
               std::string(reinterpret_cast<const char*>(found.data()), found.size());
    };
    EXPECT_EQ(content("eXIf", "II"), "exif II");
    EXPECT_EQ(content("eXIf", "Exif\0\0II"s), "exif II");
    EXPECT_EQ(content("tEXt", "Raw profile type exif\0\nexif\n 2\n4949\n"s), "exif II");
    EXPECT_EQ(content("tEXt", "Raw profile type APP1\0\ngeneric profile\n 2\n4949\n"s), "exif II");
    EXPECT_EQ(content("tEXt", "Raw profile type APP1\0\nAPP1\n 8\n4578696600004949\n"s), "exif II");
    EXPECT_EQ(content("tEXt", "Raw profile type xmp\0\nxmp\n 2\n3c3e\n"s), "xmp <>");
    EXPECT_EQ(content("iTXt", "XML:com.adobe.xmp\0\0\0\0\0<>"s), "xmp <>");
    EXPECT_EQ(content("tEXt", "Raw profile type iptc\0\niptc\n 2\n4949\n"s), "none");
    EXPECT_EQ(content("tEXt", "Title\0x"s), "none");
    EXPECT_EQ(content("IDAT", "II"), "none");
}

}  // namespace
}  // namespace turntile
