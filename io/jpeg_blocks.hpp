// Blocks of 8x8 DCT coefficients, turned as they are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "turntile/turn.hpp"

namespace turntile {

/// Writes the coefficients of the block `src`, turned, to `dst`; both are row by row, one row for
/// each vertical frequency. A cosine of an odd frequency changes its sign when it is mirrored, one
/// of an even frequency does not; the rest is exact too.
inline void turn_block(const std::int16_t* src, std::int16_t* dst, TurnSteps steps) {
    const std::int16_t odd_x = steps.mirror_x ? -1 : 1;
    const std::int16_t odd_y = steps.mirror_y ? -1 : 1;
    for (std::size_t y = 0; y < 8; ++y)
        for (std::size_t x = 0; x < 8; ++x) {
            const int sign = (x % 2 == 0 ? 1 : odd_x) * (y % 2 == 0 ? 1 : odd_y);
            dst[8 * y + x] =
                static_cast<std::int16_t>(sign * src[steps.swap_axes ? 8 * x + y : 8 * y + x]);
        }
}

}  // namespace turntile
