#include "gpu/blocks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace turntile::gpu {
namespace {

// A block whose bytes are all different: what a shuffle does to it, it does to any.
template <int pixel_bytes>
Block<pixel_bytes> numbered() {
    Block<pixel_bytes> block;
    std::array<std::uint8_t, sizeof(block)> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(i + 1);
    std::memcpy(&block, bytes.data(), sizeof(block));
    return block;
}

// Byte `byte` of pixel (x, y).
template <int pixel_bytes>
std::uint8_t byte_of(const Block<pixel_bytes>& block, int x, int y, int byte) {
    std::array<std::uint8_t, sizeof(block)> bytes;
    std::memcpy(bytes.data(), &block, sizeof(block));
    return bytes[static_cast<std::size_t>((y * block_px<pixel_bytes> + x) * pixel_bytes + byte)];
}

template <int pixel_bytes>
void expect_rows_and_columns_change_places() {
    constexpr int px = block_px<pixel_bytes>;
    const Block<pixel_bytes> before = numbered<pixel_bytes>();
    const Block<pixel_bytes> after = transposed(before);
    for (int y = 0; y < px; ++y)
        for (int x = 0; x < px; ++x)
            for (int byte = 0; byte < pixel_bytes; ++byte)
                EXPECT_EQ(byte_of(after, x, y, byte), byte_of(before, y, x, byte))
                    << pixel_bytes << " bytes, pixel (" << x << ", " << y << "), byte " << byte;
}

template <int pixel_bytes>
void expect_strips_run_backwards() {
    Strip<pixel_bytes> strip;
    std::array<std::uint8_t, sizeof(strip)> before;
    std::array<std::uint8_t, sizeof(strip)> after;
    for (std::size_t i = 0; i < before.size(); ++i)
        before[i] = static_cast<std::uint8_t>(i + 1);
    std::memcpy(&strip, before.data(), sizeof(strip));
    strip = reversed(strip);
    std::memcpy(after.data(), &strip, sizeof(strip));
    constexpr std::size_t pixels = sizeof(strip) / pixel_bytes;
    for (std::size_t x = 0; x < pixels; ++x)
        for (std::size_t byte = 0; byte < pixel_bytes; ++byte)
            EXPECT_EQ(after[x * pixel_bytes + byte], before[(pixels - 1 - x) * pixel_bytes + byte])
                << pixel_bytes << " bytes, pixel " << x << ", byte " << byte;
}

template <int... pixel_bytes>
void for_all(std::integer_sequence<int, pixel_bytes...>) {
    (expect_rows_and_columns_change_places<pixel_bytes>(), ...);
    (expect_strips_run_backwards<pixel_bytes>(), ...);
}

TEST(Blocks, TransposeAndReverseEveryByteOfEveryPixelSize) {
    for_all(std::integer_sequence<int, 1, 2, 3, 4, 6, 8, 12, 16>{});
}

TEST(Blocks, HaveRowsOfWholeWords) {
    EXPECT_EQ(sizeof(Strip<1>), 12U);
    EXPECT_EQ(sizeof(Strip<8>), 8U);
    EXPECT_EQ(sizeof(Strip<16>), 16U);
    EXPECT_EQ(sizeof(Block<1>), 16U);
    EXPECT_EQ(sizeof(Block<2>), 8U);
    EXPECT_EQ(sizeof(Block<3>), 48U);
    EXPECT_EQ(sizeof(Block<6>), 24U);
    EXPECT_EQ(alignof(BlockRow<12>), 4U);
    EXPECT_EQ(alignof(BlockRow<8>), 8U);
    EXPECT_EQ(alignof(BlockRow<16>), 16U);
}

TEST(BytePerm, PicksTheSelectedBytes) {
    const std::uint32_t low = 0x33221100;
    const std::uint32_t high = 0x77665544;
    for (std::uint32_t a = 0; a < 8; ++a)
        for (std::uint32_t b = 0; b < 8; ++b)
            for (std::uint32_t c = 0; c < 8; ++c)
                for (std::uint32_t d = 0; d < 8; ++d)
                    ASSERT_EQ(byte_perm(low, high, a | b << 4U | c << 8U | d << 12U),
                              0x11U * (a | b << 8U | c << 16U | d << 24U));
}

TEST(WordAt, StartsAtAnyByte) {
    const std::uint32_t low = 0x33221100;
    const std::uint32_t high = 0x77665544;
    EXPECT_EQ(word_at(low, high, 0), 0x33221100U);
    EXPECT_EQ(word_at(low, high, 1), 0x44332211U);
    EXPECT_EQ(word_at(low, high, 2), 0x55443322U);
    EXPECT_EQ(word_at(low, high, 3), 0x66554433U);
    EXPECT_EQ(word_at(low, high, 13), 0x44332211U);  // whole words are the caller's
}

}  // namespace
}  // namespace turntile::gpu
