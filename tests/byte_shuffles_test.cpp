#include <gtest/gtest.h>

#include <cstddef>

#include "cpu/byte_shuffles.hpp"

namespace turntile {
namespace {

using cpu::block_bytes;
using cpu::ByteShuffle;
using cpu::PixelTraits;

TEST(ByteShuffle, SpreadsAndPacksThreeBytePixels) {
    EXPECT_EQ(cpu::spread_pixels<PixelTraits<3>>(),
              (ByteShuffle{0, 1, 2, 15, 3, 4, 5, 15, 6, 7, 8, 15, 9, 10, 11, 15}));
    EXPECT_EQ(cpu::pack_pixels<PixelTraits<3>>(),
              (ByteShuffle{0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15}));
}

TEST(ByteShuffle, ReversesWhatEndsWithTheBlock) {
    EXPECT_EQ(cpu::reverse_pixels<PixelTraits<3>>(),
              (ByteShuffle{13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 15, 15, 15, 15}));
    EXPECT_EQ(cpu::reverse_pixels<PixelTraits<8>>(),
              (ByteShuffle{8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7}));
}

template <std::size_t PixelBytes>
void check_pixel_size() {
    using Pixels = PixelTraits<PixelBytes>;
    const ByteShuffle spread = cpu::spread_pixels<Pixels>();
    const ByteShuffle pack = cpu::pack_pixels<Pixels>();
    const ByteShuffle reverse = cpu::reverse_pixels<Pixels>();
    for (std::size_t i = 0; i < Pixels::packed_bytes; ++i) {
        EXPECT_EQ(spread.at(pack.at(i)), i) << PixelBytes;
        const std::size_t from_end =
            Pixels::packed_bytes - PixelBytes - i / PixelBytes * PixelBytes;
        EXPECT_EQ(reverse.at(i), block_bytes - Pixels::packed_bytes + from_end + i % PixelBytes)
            << PixelBytes;
    }
}

TEST(ByteShuffle, PackingUndoesSpreadingForEachPixelSize) {
    check_pixel_size<1>();
    check_pixel_size<2>();
    check_pixel_size<3>();
    check_pixel_size<4>();
    check_pixel_size<6>();
    check_pixel_size<8>();
    check_pixel_size<12>();
    check_pixel_size<16>();
}

}  // namespace
}  // namespace turntile
