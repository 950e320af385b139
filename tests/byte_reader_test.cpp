#include "io/byte_reader.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/file_builders.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::ByteWriter;

TEST(ByteReader, ReadsBothOrders) {
    const Bytes bytes = ByteWriter{}.u64(0x0102030405060708).bytes;
    const ByteReader big(bytes, ByteOrder::big);
    const ByteReader little(bytes, ByteOrder::little);
    EXPECT_EQ(big.u8(7), 0x08);
    EXPECT_EQ(big.u16(1), 0x0203);
    EXPECT_EQ(little.u16(1), 0x0302);
    EXPECT_EQ(big.u32(0), 0x01020304u);
    EXPECT_EQ(little.u32(4), 0x08070605u);
    EXPECT_EQ(big.u64(0), 0x0102030405060708u);
    EXPECT_EQ(little.u64(0), 0x0807060504030201u);
}

TEST(ByteReader, GivesNothingPastTheEnd) {
    const Bytes bytes(5);
    const ByteReader reader(bytes, ByteOrder::big);
    EXPECT_TRUE(reader.u8(4));
    EXPECT_FALSE(reader.u8(5));
    EXPECT_TRUE(reader.u16(3));
    EXPECT_FALSE(reader.u16(4));
    EXPECT_FALSE(reader.u32(2));
    EXPECT_FALSE(reader.u64(0));
    const auto huge = std::numeric_limits<std::uint64_t>::max();
    EXPECT_FALSE(reader.u32(huge - 1));
    EXPECT_FALSE(reader.has(2, huge));
    EXPECT_TRUE(reader.has(5, 0));
}

TEST(ByteReader, SlicesWhatExists) {
    const Bytes bytes(5);
    const ByteReader reader(bytes, ByteOrder::big);
    EXPECT_EQ(reader.slice(1, 3).size(), 3u);
    EXPECT_EQ(reader.slice(1, 9).size(), 4u);
    EXPECT_EQ(reader.slice(9, 1).size(), 0u);
}

TEST(ByteReader, ComparesText) {
    const Bytes bytes = tests::text_bytes("RIFFxxxxWEBP");
    const ByteReader reader(bytes, ByteOrder::big);
    EXPECT_TRUE(reader.holds(8, "WEBP"));
    EXPECT_FALSE(reader.holds(8, "WEBPV"));
    EXPECT_FALSE(reader.holds(0, "RIFX"));
    EXPECT_TRUE(reader.contains("xW"));
    EXPECT_FALSE(reader.contains("xWW"));
}

TEST(ByteReader, RequireNamesWhatEndsEarly) {
    EXPECT_EQ(require(std::optional<int>(3), "it"), 3);
    try {
        require(std::optional<int>(), "the header");
        FAIL() << "nothing was thrown";
    } catch (const ImageError& error) {
        EXPECT_STREQ(error.what(), "the header ends early");
    }
}

TEST(Store, WritesWhatIsReadBack) {
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
        Bytes bytes(8, std::byte{0xee});
        store(bytes, 2, 4, order, 0x0a0b0c0d);
        EXPECT_EQ(ByteReader(bytes, order).u32(2), 0x0a0b0c0du);
        EXPECT_EQ(bytes[1], std::byte{0xee});
        EXPECT_EQ(bytes[6], std::byte{0xee});
    }
}

}  // namespace
}  // namespace turntile
