// How the tiled method takes up pixels of each size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace turntile::cpu {

/// What byte shuffles work within, on every CPU.
inline constexpr std::size_t block_bytes = 16;
/// What caches hold, and what is written at once past them.
inline constexpr std::size_t line_bytes = 64;

/// Pixels of `PixelBytes` bytes, in lanes of `LaneBytes` bytes: the power of two that holds one.
template <std::size_t PixelBytes, std::size_t LaneBytes = PixelBytes>
struct PixelsInLanes {
    static constexpr std::size_t pixel_bytes = PixelBytes;
    static constexpr std::size_t lane_bytes = LaneBytes;
    /// Pixels in a block, each in a lane of its own.
    static constexpr std::size_t block_px = block_bytes / LaneBytes;
    /// Bytes of a block's pixels when they lie end to end: 16, or 12.
    static constexpr std::size_t packed_bytes = block_px * PixelBytes;

    /// A tile's height is the length of the runs that it writes: 2 to 4 cache lines. Its rows are
    /// as long, as far as the tile leaves half of the first cache to the lines around it, but have
    /// no fewer than 32 pixels.
    static constexpr std::int64_t tile_height_px = std::min<std::int64_t>(128, 256 / LaneBytes);
    static constexpr std::int64_t tile_width_px = std::max<std::int64_t>(
        std::min<std::int64_t>(256, 16 * 1024 / tile_height_px) / LaneBytes, 32);
    /// Tiles are taken from strips of the source: wide enough that a page of the source serves
    /// several tiles, and narrow enough that the pages of the destination (one for each column)
    /// stay in the second TLB while the strip is walked down.
    static constexpr std::int64_t strip_width_px = std::min<std::int64_t>(1024, 2048 / LaneBytes);
    /// Whether a strip's band leaves a second cache of a megabyte room (3 bytes just do).
    static constexpr bool small_bands =
        strip_width_px * tile_height_px * static_cast<std::int64_t>(PixelBytes) <= 96 * 1024;
};

template <std::size_t PixelBytes>
struct PixelTraits;
template <>
struct PixelTraits<1> : PixelsInLanes<1> {};
template <>
struct PixelTraits<2> : PixelsInLanes<2> {};
template <>
struct PixelTraits<3> : PixelsInLanes<3, 4> {};
template <>
struct PixelTraits<4> : PixelsInLanes<4> {};
template <>
struct PixelTraits<6> : PixelsInLanes<6, 8> {};
template <>
struct PixelTraits<8> : PixelsInLanes<8> {};
template <>
struct PixelTraits<12> : PixelsInLanes<12, 16> {};
template <>
struct PixelTraits<16> : PixelsInLanes<16> {};

/// The same in tiles half as high and twice as wide.
template <class Pixels>
struct FlatTiles : Pixels {
    static constexpr std::int64_t tile_height_px = Pixels::tile_height_px / 2;
    static constexpr std::int64_t tile_width_px = Pixels::tile_width_px * 2;
};

}  // namespace turntile::cpu
