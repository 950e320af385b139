// The tiled method. Turns that swap the axes go through a tile that stays in the first cache, so
// that both images are read and written in runs along their rows; a column of pixels written
// straight to memory would touch a new cache line for each, and rows that lie a power of two apart
// would push one another out of the cache. Turns that keep the axes move rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/destination.hpp"

namespace turntile::cpu {

/// Width and height of a tile in pixels of `Bytes` bytes: runs of at least a cache line (64 bytes)
/// within 24 KiB, so that the tile and the lines around it fit into 32 KiB.
template <std::size_t Bytes>
inline constexpr std::int64_t tile_px = Bytes <= 6   ? 64
                                        : Bytes <= 8 ? 48
                                                     : 32;

/// Turns one tile of `src` by a turn that swaps the axes.
template <std::size_t Bytes>
void turn_tile(ConstImageView src, Destination dst, Box tile) {
    constexpr std::int64_t staged_pitch = tile_px<Bytes> * Bytes;
    static_assert(staged_pitch >= 64 && staged_pitch * tile_px<Bytes> <= 24 * 1024);
    std::byte staged[staged_pitch * tile_px<Bytes>];

    const bool mirrored = dst.per_y < 0;
    for (std::int64_t y = 0; y < tile.height; ++y) {
        const std::byte* const from =
            src.row(tile.y + y) + static_cast<std::size_t>(tile.x) * Bytes;
        const std::int64_t column = mirrored ? tile.height - 1 - y : y;
        for (std::int64_t x = 0; x < tile.width; ++x)
            std::memcpy(staged + x * staged_pitch + column * std::int64_t{Bytes},
                        from + static_cast<std::size_t>(x) * Bytes, Bytes);
    }
    const std::int64_t leftmost = mirrored ? tile.y + tile.height - 1 : tile.y;
    for (std::int64_t x = 0; x < tile.width; ++x)
        std::memcpy(dst.at(tile.x + x, leftmost), staged + x * staged_pitch,
                    static_cast<std::size_t>(tile.height) * Bytes);
}

/// Turns the pixels of `src` in `part` by a turn that swaps the axes.
template <std::size_t Bytes>
void turn_by_tiles(ConstImageView src, Destination dst, Box part) {
    constexpr std::int64_t step = tile_px<Bytes>;
    const std::int64_t right = part.x + part.width;
    const std::int64_t bottom = part.y + part.height;
    for (std::int64_t x = part.x; x < right; x += step)
        for (std::int64_t y = part.y; y < bottom; y += step)
            turn_tile<Bytes>(src, dst,
                             {x, y, std::min(step, right - x), std::min(step, bottom - y)});
}

/// Copies the rows of `src` in `part` to where their first pixels go: `none`, and `flip_vertical`.
inline void copy_rows(ConstImageView src, Destination dst, Box part) {
    const std::size_t left = static_cast<std::size_t>(part.x) * src.pixel_bytes;
    for (std::int64_t y = part.y; y < part.y + part.height; ++y)
        std::memcpy(dst.at(part.x, y), src.row(y) + left,
                    static_cast<std::size_t>(part.width) * src.pixel_bytes);
}

/// Writes the rows of `src` in `part` from right to left: `flip_horizontal`, and `rotate_180`.
template <std::size_t Bytes>
void reverse_rows(ConstImageView src, Destination dst, Box part) {
    for (std::int64_t y = part.y; y < part.y + part.height; ++y) {
        const std::byte* const from = src.row(y) + static_cast<std::size_t>(part.x) * Bytes;
        std::byte* const to = dst.at(part.x, y);
        for (std::int64_t x = 0; x < part.width; ++x)
            std::memcpy(to - x * std::int64_t{Bytes}, from + x * std::int64_t{Bytes}, Bytes);
    }
}

}  // namespace turntile::cpu
