#include "io/bmp_stored.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "pixel_memory.hpp"
#include "tests/file_builders.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

constexpr std::int32_t width = 13;
constexpr std::int32_t height = 5;

std::size_t row_bytes(int bits) {
    return static_cast<std::size_t>((width * bits + 31) / 32 * 4);
}

/// A file of random pixels, the padding of whose rows is 0.
Bytes random_bmp(int bits, std::int32_t rows, std::uint32_t header_bytes = 40) {
    BmpShape shape;
    shape.width = width;
    shape.height = rows;
    shape.bits = bits;
    shape.header_bytes = header_bytes;
    const std::size_t colour_bytes = header_bytes == 12 ? 3 : 4;
    if (bits <= 8) shape.palette = Bytes((std::size_t{1} << bits) * colour_bytes, std::byte{7});
    shape.pixels = Bytes(row_bytes(bits) * height);
    std::mt19937 random(3);  // NOLINT(bugprone-random-generator-seed): the same run every time
    const std::size_t used_bits = static_cast<std::size_t>(width * bits);
    for (std::size_t i = 0; i < shape.pixels.size(); ++i) {
        const std::size_t bit = i % row_bytes(bits) * 8;
        const unsigned mask = bit >= used_bits       ? 0
                              : bit + 8 <= used_bits ? 255
                                                     : 255U << (bit + 8 - used_bits) & 255U;
        shape.pixels[i] = static_cast<std::byte>(random() & mask);
    }
    return bmp_file(shape);
}

TEST(StoredBmp, IsWrittenAsItWas) {
    for (const int bits : {1, 2, 4, 8, 16, 24, 32, 64})
        for (const std::int32_t rows : {height, -height})
            for (const std::uint32_t header_bytes : {12U, 40U, 124U}) {
                if (header_bytes == 12 && rows < 0) continue;
                Bytes file = random_bmp(bits, rows, header_bytes);
                if (header_bytes > 12)
                    store(file, 34, 4, ByteOrder::little, row_bytes(bits) * height);
                const FileInfo info = inspect(file);
                PixelMemory memory(3, 1);
                const Picture picture = decode_stored(file, info, memory);
                EXPECT_TRUE(memory.is_intact_beside_pixels());
                EXPECT_EQ(encode_like(file, info, picture, Turn::none), file)
                    << bits << " bits, " << rows << " rows, header of " << header_bytes;
            }
}

TEST(StoredBmp, ComesTopRowFirst) {
    BmpShape shape;
    shape.width = 1;
    shape.height = 2;
    shape.bits = 8;
    shape.palette = Bytes(1024);
    shape.pixels = {std::byte{1}, {}, {}, {}, std::byte{2}, {}, {}, {}};
    for (const std::int32_t rows : {2, -2}) {
        shape.height = rows;
        const Bytes file = bmp_file(shape);
        PixelMemory memory;
        const Picture picture = decode_stored(file, inspect(file), memory);
        EXPECT_EQ(*picture.planes[0].row(0), rows < 0 ? std::byte{1} : std::byte{2});
    }
}

TEST(StoredBmp, ExchangesSidesAndResolutionAndKeepsWhatFollows) {
    Bytes file = joined({random_bmp(24, -height), text_bytes("tail")});
    store(file, 38, 4, ByteOrder::little, 100);
    store(file, 42, 4, ByteOrder::little, 200);
    PixelMemory memory;
    Picture turned;
    turned.planes[0] = memory.allocate(height, width, 3);
    const Bytes written = encode_like(file, inspect(file), turned, Turn::rotate_90);
    const ByteReader reader(written, ByteOrder::little);
    EXPECT_EQ(inspect(written).size, (Size{height, width}));
    EXPECT_EQ(reader.u32(22), static_cast<std::uint32_t>(-width)) << "still from top to bottom";
    EXPECT_EQ(reader.u32(38), 200u);
    EXPECT_EQ(reader.u32(42), 100u);
    EXPECT_EQ(reader.u32(2), written.size());
    EXPECT_TRUE(reader.holds(written.size() - 4, "tail"));
}

TEST(StoredBmp, MovesAProfileThatStandsBehindThePixels) {
    Bytes file = joined({random_bmp(8, height, 124), text_bytes("profile")});
    const std::size_t profile = file.size() - 7;
    store(file, 126, 4, ByteOrder::little, profile - 14);
    PixelMemory memory;
    Picture turned;
    turned.planes[0] = memory.allocate(height, width, 1);
    const Bytes written = encode_like(file, inspect(file), turned, Turn::rotate_90);
    const ByteReader reader(written, ByteOrder::little);
    EXPECT_TRUE(reader.holds(reader.u32(126).value_or(0) + 14, "profile"));
}

TEST(StoredBmp, OfAFileThatEndsEarlyIsRefusedOrBlackAtTheEnd) {
    const Bytes whole = random_bmp(24, -height);
    const Bytes file(whole.begin(), whole.end() - static_cast<long>(row_bytes(24)));
    PixelMemory memory;
    EXPECT_THROW(decode_stored(file, inspect(file), memory), ImageError);
    const Picture picture = decode_stored(file, inspect(file), memory, {.allow_truncated = true});
    for (std::size_t x = 0; x < picture.planes[0].row_bytes(); ++x)
        EXPECT_EQ(picture.planes[0].row(height - 1)[x], std::byte{0});
    EXPECT_EQ(
        std::memcmp(picture.planes[0].row(0), file.data() + 54, picture.planes[0].row_bytes()), 0);
}

TEST(StoredBmp, WhosePixelsWouldStandBehindItsEndIsRefusedWithAnyLeave) {
    Bytes file = random_bmp(24, height);
    const FileInfo info = inspect(file);
    store(file, 10, 4, ByteOrder::little, file.size() + 1);
    PixelMemory memory;
    EXPECT_THROW(inspect(file), ImageError);
    EXPECT_THROW(decode_stored(file, info, memory, {.allow_truncated = true}), ImageError);
    Picture picture;
    picture.planes[0] = memory.allocate(width, height, 3);
    EXPECT_THROW(encode_like(file, info, picture, Turn::none), ImageError);
}

}  // namespace
}  // namespace turntile::tests
