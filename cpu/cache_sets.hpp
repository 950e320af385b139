// How an image's rows fall into the sets of the first cache.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cpu/pixel_traits.hpp"

namespace turntile::cpu {

/// Whether a column of lines, one of each of `rows` successive rows, stays in the first cache with
/// the lines that follow them: no set gets more than 4 of the column. A set holds 8 lines or more,
/// and an address's lowest 12 bits choose it, on all processors in mind.
inline bool column_stays_cached(std::size_t pitch_bytes, std::int64_t rows) {
    constexpr std::size_t sets = 4096 / line_bytes;
    constexpr int lines_in_set = 4;
    std::array<int, sets> lines = {};
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row)
        if (++lines[row * pitch_bytes / line_bytes % sets] > lines_in_set) return false;
    return true;
}

}  // namespace turntile::cpu
