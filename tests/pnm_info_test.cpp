#include "io/pnm_info.hpp"

#include <gtest/gtest.h>

#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::joined;
using tests::text_bytes;

FileInfo info_of(std::string_view header, std::size_t pixel_bytes = 0) {
    return pnm_info(joined({text_bytes(header), Bytes(pixel_bytes)}));
}

TEST(PnmInfo, KnowsAllSixKinds) {
    const auto kind = [](const FileInfo& info) { return pixel_name(info.channels, info.sample); };
    EXPECT_EQ(kind(info_of("P1 2 1 0 1")), "8UC1");
    EXPECT_EQ(kind(info_of("P2 2 1 255 0 1")), "8UC1");
    EXPECT_EQ(kind(info_of("P3 1 1 65535 0 1 2")), "16UC3");
    EXPECT_EQ(kind(info_of("P4 9 3\n", 6)), "8UC1");
    EXPECT_EQ(kind(info_of("P5 9 3 65535\n", 54)), "16UC1");
    EXPECT_EQ(kind(info_of("P6 9 3 255\n", 81)), "8UC3");
    const FileInfo info = info_of("P6 9 3 255\n", 81);
    EXPECT_EQ(info.format, Format::pnm);
    EXPECT_EQ(info.size, (Size{9, 3}));
    EXPECT_EQ(info.frames, 1);
    EXPECT_TRUE(info.refused.empty());
    EXPECT_TRUE(info.notes.empty());
}

TEST(PnmInfo, KnowsPamAndPfm) {
    const FileInfo pam = info_of(
        "P7\nDEPTH 4\n# c\nHEIGHT 2\nWIDTH 3\nMAXVAL 1000\n"
        "TUPLTYPE RGB_ALPHA\nENDHDR\n",
        48);
    EXPECT_EQ(pam.size, (Size{3, 2}));
    EXPECT_EQ(pam.stored_pixel_bytes, 8u);
    EXPECT_TRUE(pam.refused.empty());
    EXPECT_EQ(info_of("PF 3 2\n-1.0\n", 72).stored_pixel_bytes, 12u);
    EXPECT_EQ(info_of("Pf 3 2\n1\n", 24).stored_pixel_bytes, 4u);
    EXPECT_THROW(info_of("P7\nWIDTH 3\nHEIGHT 2\nDEPTH 5\nMAXVAL 255\nENDHDR\n", 30), ImageError);
    EXPECT_THROW(info_of("P7\nWIDTH 3\nHEIGHT 2\nENDHDR\n", 30), ImageError);
    EXPECT_THROW(info_of("P7\nWIDTH 3\n", 30), ImageError);
}

TEST(PnmInfo, PassesCommentsAndLineBreaks) {
    EXPECT_EQ(info_of("P5\r\n# 7 7\n9#x\n 3 # 255\n255\n", 27).size, (Size{9, 3}));
}

TEST(PnmInfo, OddLargestValuesAreNotConvertedAsTheyAre) {
    const FileInfo scaled = info_of("P2 2 1 100 0 100");
    ASSERT_EQ(scaled.decode_refused.size(), 1u);
    EXPECT_EQ(scaled.decode_refused[0].loss, Loss::depth);
    EXPECT_NE(info_of("P5 2 1 100\n", 2).why_not_decoded, "");
    EXPECT_NE(info_of("P5 2 1 1000\n", 4).why_not_decoded, "");
    EXPECT_NE(info_of("P2 2 1 1000 0 1").why_not_decoded, "");
}

TEST(PnmInfo, MoreImagesNeedLeave) {
    const auto images = [](const FileInfo& info) {
        return info.refused.empty() ? 1 : info.refused[0].loss == Loss::pages ? info.frames : -1;
    };
    const Bytes one = joined({text_bytes("P6 1 1 255\n"), text_bytes("P6\n")});
    EXPECT_EQ(images(pnm_info(one)), 1) << "pixels that look like a header";
    EXPECT_EQ(images(pnm_info(joined({one, one, one}))), 3);
    EXPECT_EQ(images(info_of("P1 2 1 01\n# P1 1 1\nP1 1 1 0\n")), 2);
    EXPECT_EQ(images(info_of("P1 2 1 01\nPS")), 1);
}

TEST(PnmInfo, NamesTheBytesBehindTheImage) {
    const auto lost = [](std::string_view file) {
        const FileInfo info = pnm_info(text_bytes(file));
        return info.dropped.empty() ? "" : info.dropped[0].what;
    };
    for (const char* file :
         {"P6 2 1 255\nabcdef", "P6 2 1 255\nabcdef\n", "P6 2 1 255\nabcdef\r\n", "P1 2 1 01",
          "P2 2 1 255 0 1 \n\n\t", "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nENDHDR\nab"})
        EXPECT_EQ(lost(file), "") << file;
    EXPECT_EQ(lost("P6 2 1 255\nabcdefTRAIL"), "5 bytes after the PNM's end");
    EXPECT_EQ(lost("P6 2 1 255\nabcdef\n\n"), "2 bytes after the PNM's end");
    EXPECT_EQ(lost("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nENDHDR\nabT"),
              "1 byte after the PNM's end");
    EXPECT_EQ(lost("P2 2 1 255 0 1\nTRAIL\n"), "7 bytes after the PNM's end");
    EXPECT_EQ(lost("P2 2 1 255 0 1 #c"), "3 bytes after the PNM's end");
    EXPECT_EQ(lost("P1 2 1 01 1"), "2 bytes after the PNM's end");
    EXPECT_EQ(lost("P5 1 1 255\na\nP5 1 1 255\nbTRAIL"), "5 bytes after the PNM's end");
    EXPECT_EQ(pnm_info(text_bytes("P5 1 1 255\nab")).dropped[0].loss, Loss::extras);
}

TEST(PnmInfo, NamesCommentsThatCannotStay) {
    const FileInfo info = info_of("P2 #stays\n2 1 255 0 #goes\n1");
    ASSERT_EQ(info.dropped.size(), 1u);
    EXPECT_EQ(info.dropped[0].loss, Loss::metadata);
    EXPECT_EQ(info.dropped[0].what, "comments among the pixels");
}

TEST(PnmInfo, AnEarlyEndNeedsLeave) {
    const FileInfo info = info_of("P6 9 3 255\n", 80);
    ASSERT_EQ(info.refused.size(), 1u);
    EXPECT_EQ(info.refused[0].loss, Loss::truncated);
    EXPECT_TRUE(info_of("P4 9 3\n", 6).refused.empty());
    EXPECT_EQ(info_of("P4 9 3\n", 5).refused.size(), 1u) << "rows of bits are padded to bytes";
    EXPECT_EQ(info_of("P6 2147483647 2147483647 65535\n", 9).refused.size(), 1u);
}

TEST(PnmInfo, RefusesDamagedHeaders) {
    for (const char* header : {"P5", "P5 ", "P5 9", "P5 9 3", "P5 9 x 255\n", "P5 0 3 255\n",
                               "P5 9 0 255\n", "P5 9 3 0\n", "P5 9 3 65536\n", "P5 9 3 255#c\n",
                               "P5 -9 3 255\n", "P5 2147483648 3 255\n"})
        EXPECT_THROW(info_of(header, 27), ImageError) << header;
}

TEST(PnmInfo, IsFoundByKindAndSpace) {
    EXPECT_TRUE(is_pnm(text_bytes("P1\n")));
    EXPECT_TRUE(is_pnm(text_bytes("P6 ")));
    EXPECT_TRUE(is_pnm(text_bytes("P7\n")));
    EXPECT_TRUE(is_pnm(text_bytes("PF\n")));
    EXPECT_FALSE(is_pnm(text_bytes("P8\n")));
    EXPECT_FALSE(is_pnm(text_bytes("P5x")));
    EXPECT_FALSE(is_pnm(text_bytes("P5")));
}

}  // namespace
}  // namespace turntile
