#include "io/pnm_stored.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pixel_memory.hpp"
#include "tests/file_builders.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

Bytes counting(std::size_t count) {
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<std::byte>(i);
    return bytes;
}

Bytes binary(std::string_view header, std::size_t count) {
    return joined({text_bytes(header), counting(count)});
}

Picture stored(const Bytes& file, PixelMemory& memory) {
    return decode_stored(file, inspect(file), memory);
}

TEST(StoredPnm, IsWrittenAsItWas) {
    for (const Bytes& file :
         {binary("P4 # bits\n16 3\n", 6), binary("P5\n5 3\n255\n", 15), binary("P5 5 3 1000\n", 30),
          binary("P6\n# by hand\n5 3\n200\n", 45), binary("P6 5 3 65535\n", 90),
          binary(
              "P7\nHEIGHT 3\n# c\nWIDTH 5\nDEPTH 2\nMAXVAL 255\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n",
              30),
          binary("PF\n5 3\n-1.0\n", 180), binary("Pf 5 3 1.0\n", 60),
          text_bytes("P1\n4 2\n0 1 1 0\n1 1 0 0\n"), text_bytes("P2\n2 2\n1000\n0 1000\n7 8\n"),
          text_bytes("P3\n1 2\n255\n1 2 3\n4 5 255\n")}) {
        PixelMemory memory(3, 1);
        const Picture picture = stored(file, memory);
        EXPECT_TRUE(memory.is_intact_beside_pixels());
        EXPECT_EQ(encode_like(file, inspect(file), picture, Turn::none), file);
    }
}

TEST(StoredPnm, HasAByteForEachBit) {
    PixelMemory memory;
    const Picture picture =
        stored(joined({text_bytes("P4 3 1\n"), Bytes{std::byte{0xa0}}}), memory);
    EXPECT_EQ(picture.planes[0].row(0)[0], std::byte{1});
    EXPECT_EQ(picture.planes[0].row(0)[1], std::byte{0});
    EXPECT_EQ(picture.planes[0].row(0)[2], std::byte{1});
}

TEST(StoredPnm, OfFloatsComesTopRowFirst) {
    PixelMemory memory;
    const Picture picture = stored(binary("Pf 1 2 -1\n", 8), memory);
    EXPECT_EQ(*picture.planes[0].row(0), std::byte{4}) << "the file's last row";
}

TEST(StoredPnm, TakesDigitsWithoutSpaces) {
    PixelMemory memory;
    const Picture picture = stored(text_bytes("P1 4 1 0110"), memory);
    EXPECT_EQ(picture.planes[0].row(0)[1], std::byte{1});
    EXPECT_EQ(picture.planes[0].row(0)[3], std::byte{0});
}

TEST(StoredPnm, RefusesMissingAndTooLargeValues) {
    for (const char* text :
         {"P1 4 1 011", "P1 4 1 0112", "P2 2 1 100 5 101", "P2 2 1 100 5", "P3 1 1 255 1 2 x"}) {
        const Bytes file = text_bytes(text);
        PixelMemory memory;
        EXPECT_THROW(stored(file, memory), ImageError) << text;
    }
    PixelMemory memory;
    EXPECT_THROW(stored(binary("P5 5 3 255\n", 14), memory), ImageError);
}

TEST(StoredPnm, OfAFileThatEndsEarlyIsBlackAtTheEndIfThatIsAllowed) {
    PixelMemory memory;
    const Bytes file = binary("P5 5 3 255\n", 12);
    const Picture picture = decode_stored(file, inspect(file), memory, {.allow_truncated = true});
    EXPECT_EQ(picture.planes[0].row(2)[1], std::byte{11});
    EXPECT_EQ(picture.planes[0].row(2)[2], std::byte{0});
}

TEST(StoredPnm, ExchangesTheSides) {
    PixelMemory memory;
    Picture turned;
    turned.planes[0] = memory.allocate(3, 5, 1);
    const Bytes file = binary("P5 # c\n5 3\n255\n", 15);
    const Bytes written = encode_like(file, inspect(file), turned, Turn::rotate_90);
    EXPECT_TRUE(ByteReader(written, ByteOrder::big).holds(0, "P5 # c\n3 5\n255\n"));
    EXPECT_EQ(written.size(), file.size());
}

}  // namespace
}  // namespace turntile::tests
