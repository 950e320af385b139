// Turns that swap the axes without vectors, for processors whose vectors Highway does not know:
// through a tile that stays in the first cache, so that both images are read and written in runs
// along their rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/destination.hpp"
#include "cpu/pixel_traits.hpp"
#include "cpu/tile_walk.hpp"

namespace turntile::cpu {

/// Turns one tile of `src`.
template <class Pixels>
void turn_tile_plainly(ConstImageView src, Destination dst, Box tile) {
    constexpr std::size_t bytes = Pixels::pixel_bytes;
    constexpr std::int64_t run_bytes = Pixels::tile_height_px * std::int64_t{bytes};
    std::byte runs[run_bytes * Pixels::tile_width_px];

    const bool mirrored = dst.per_y < 0;
    for (std::int64_t y = 0; y < tile.height; ++y) {
        const std::byte* const from = src.row(tile.y + y) + tile.x * std::int64_t{bytes};
        const std::int64_t column = mirrored ? tile.height - 1 - y : y;
        for (std::int64_t x = 0; x < tile.width; ++x)
            std::memcpy(runs + x * run_bytes + column * std::int64_t{bytes},
                        from + x * std::int64_t{bytes}, bytes);
    }
    const std::int64_t leftmost = mirrored ? tile.y + tile.height - 1 : tile.y;
    for (std::int64_t x = 0; x < tile.width; ++x)
        std::memcpy(dst.at(tile.x + x, leftmost), runs + x * run_bytes,
                    static_cast<std::size_t>(tile.height) * bytes);
}

/// Turns the pixels of `src` in `part`.
template <class Pixels>
void turn_tiles_plainly(ConstImageView src, Destination dst, Box part) {
    TileWalk walk(part, {Pixels::tile_width_px, Pixels::tile_height_px}, Pixels::strip_width_px,
                  dst.per_y < 0);
    for (; !walk.done(); walk.advance())
        turn_tile_plainly<Pixels>(src, dst, walk.tile());
}

}  // namespace turntile::cpu
