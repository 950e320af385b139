#include "io/ifd.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/file_builders.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::ByteWriter;
using tests::Tags;

struct BlockKind {
    ByteOrder order;
    bool is_big;
};

std::string kind_name(const testing::TestParamInfo<BlockKind>& info) {
    return std::string(info.param.order == ByteOrder::big ? "BigEndian" : "LittleEndian") +
           (info.param.is_big ? "BigTiff" : "Classic");
}

class Ifds : public testing::TestWithParam<BlockKind> {
  protected:
    Bytes block(const std::vector<Tags>& directories) const {
        return tests::tiff_block(GetParam().order, directories, GetParam().is_big);
    }
};

INSTANTIATE_TEST_SUITE_P(Kinds, Ifds,
                         testing::Values(BlockKind{ByteOrder::little, false},
                                         BlockKind{ByteOrder::big, false},
                                         BlockKind{ByteOrder::little, true},
                                         BlockKind{ByteOrder::big, true}),
                         kind_name);

TEST_P(Ifds, ReadsValuesInsideAndOutsideTheEntry) {
    const Bytes bytes = block({{{256, tests::type_long, {70000}},
                                {258, tests::type_short, {8, 9, 10, 11, 12}},
                                {270, tests::type_ascii, {'a', 'b', 0}}}});
    const auto tiff = TiffBlock::open(bytes);
    ASSERT_TRUE(tiff);
    const auto ifd = tiff->read(tiff->first_ifd());
    ASSERT_TRUE(ifd);
    EXPECT_TRUE(ifd->complete);
    ASSERT_EQ(ifd->entries.size(), 3u);
    EXPECT_EQ(tiff->value(*ifd->find(256)), 70000u);
    EXPECT_EQ(tiff->value(*ifd->find(258), 4), 12u);
    EXPECT_FALSE(tiff->value(*ifd->find(258), 5));
    EXPECT_EQ(tiff->bytes(*ifd->find(258)).size(), 10u);
    EXPECT_FALSE(tiff->value(*ifd->find(270)));
    EXPECT_EQ(ifd->find(999), nullptr);
}

TEST_P(Ifds, WalksTheChainInOrder) {
    const Bytes bytes = block({{{1, tests::type_short, {1}}}, {{2, tests::type_short, {1}}}, {}});
    std::vector<std::size_t> counts;
    EXPECT_TRUE(TiffBlock::open(bytes)->for_each_ifd(
        [&](const Ifd& ifd) { counts.push_back(ifd.entries.size()); }));
    EXPECT_EQ(counts, (std::vector<std::size_t>{1, 1, 0}));
}

TEST_P(Ifds, ACircleEndsTheChain) {
    Bytes bytes = block({{{1, tests::type_short, {1}}}});
    const std::size_t width_bytes = GetParam().is_big ? 8 : 4;
    const std::size_t first = GetParam().is_big ? 16 : 8;
    store(bytes, bytes.size() - width_bytes, width_bytes, GetParam().order, first);
    int visits = 0;
    EXPECT_FALSE(TiffBlock::open(bytes)->for_each_ifd([&](const Ifd&) { ++visits; }));
    EXPECT_EQ(visits, 1);
}

TEST_P(Ifds, ACountLargerThanTheFileReadsWhatIsThere) {
    Bytes bytes = block({{{1, tests::type_short, {1}}, {2, tests::type_short, {1}}}});
    const std::size_t at = GetParam().is_big ? 16 : 8;
    store(bytes, at, GetParam().is_big ? 8 : 2, GetParam().order, 0xfff0);
    const auto ifd = TiffBlock::open(bytes)->read(at);
    ASSERT_TRUE(ifd);
    EXPECT_FALSE(ifd->complete);
    EXPECT_EQ(ifd->entries.size(), 2u);
    EXPECT_EQ(ifd->next, 0u);
}

TEST(Ifd, FindsTheFirstOfDuplicates) {
    const Bytes bytes = tests::tiff_block(
        ByteOrder::little, {{{7, tests::type_short, {1}}, {7, tests::type_short, {2}}}});
    const auto tiff = TiffBlock::open(bytes);
    const auto ifd = tiff->read(tiff->first_ifd());
    EXPECT_EQ(tiff->value(*ifd->find(7)), 1u);
    EXPECT_EQ(ifd->find(8), nullptr);
}

TEST(TiffBlock, OverlappingDirectoriesEndTheChain) {
    // Eight directories, each inside the one before it: together larger than the block.
    ByteWriter block{ByteOrder::little};
    block.text("II").u16(42).u32(8);
    for (int i = 0; i < 400; ++i)
        block.u8(0);
    for (std::size_t at = 8; at < 8 + 8 * 20; at += 20) {
        store(block.bytes, at, 2, ByteOrder::little, 10);
        store(block.bytes, at + 122, 4, ByteOrder::little, at + 20);
    }
    int visits = 0;
    EXPECT_FALSE(TiffBlock::open(block.bytes)->for_each_ifd([&](const Ifd&) { ++visits; }));
    EXPECT_LT(visits, 8);
}

TEST(TiffBlock, RefusesOtherHeaders) {
    EXPECT_FALSE(TiffBlock::open({}));
    EXPECT_FALSE(TiffBlock::open(tests::text_bytes("II*")));
    EXPECT_FALSE(TiffBlock::open(tests::text_bytes("IM*\0aaaa")));
    EXPECT_FALSE(TiffBlock::open(ByteWriter{ByteOrder::big}.text("MM").u16(41).u32(8).bytes));
    // BigTIFF with offsets of four bytes.
    EXPECT_FALSE(
        TiffBlock::open(ByteWriter{ByteOrder::big}.text("MM").u16(43).u16(4).u16(0).u64(16).bytes));
}

}  // namespace
}  // namespace turntile
