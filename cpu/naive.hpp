// The naive method: row by row of the source, one pixel after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/destination.hpp"

namespace turntile::cpu {

/// Turns the pixels of `src` in `part`, which are `Bytes` bytes each.
template <std::size_t Bytes>
void turn_naively(ConstImageView src, Destination dst, Box part) {
    for (std::int64_t y = part.y; y < part.y + part.height; ++y) {
        const std::byte* const row = src.row(y);
        for (std::int64_t x = part.x; x < part.x + part.width; ++x)
            std::memcpy(dst.at(x, y), row + static_cast<std::size_t>(x) * Bytes, Bytes);
    }
}

/// Copies the rows of `src` in `part` to where their first pixels go.
inline void copy_rows(ConstImageView src, Destination dst, Box part) {
    const std::size_t left = static_cast<std::size_t>(part.x) * src.pixel_bytes;
    for (std::int64_t y = part.y; y < part.y + part.height; ++y)
        std::memcpy(dst.at(part.x, y), src.row(y) + left,
                    static_cast<std::size_t>(part.width) * src.pixel_bytes);
}

}  // namespace turntile::cpu
