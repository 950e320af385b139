// Where a JPEG's samples and blocks end together with its picture. A mirrored side must, or what
// stands beyond the edge would come in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "turntile/turn.hpp"

namespace turntile {

inline constexpr int jpeg_block_px = 8;

/// The largest sampling factors of `components`, of which each has `horizontal` and `vertical`.
template <class Components>
Size largest_sampling(const Components& components) {
    Size largest = {1, 1};
    for (const auto& component : components) {
        largest.width = std::max<std::int64_t>(largest.width, component.horizontal);
        largest.height = std::max<std::int64_t>(largest.height, component.vertical);
    }
    return largest;
}

/// The sizes in pixels whose multiples are whole units of `unit` samples in every component: of
/// samples if it is 1, of DCT blocks if it is 8.
template <class Components>
Size jpeg_grid(const Components& components, int unit) {
    const Size largest = largest_sampling(components);
    const auto pixels = [unit](std::int64_t most, std::int64_t factor) {
        return unit * most / std::gcd(unit * most, factor);
    };
    Size grid = {1, 1};
    for (const auto& component : components) {
        grid.width = std::lcm(grid.width, pixels(largest.width, component.horizontal));
        grid.height = std::lcm(grid.height, pixels(largest.height, component.vertical));
    }
    return grid;
}

/// Whether every side of a picture of `size` that `turn` mirrors is a multiple of `grid`.
constexpr bool fits_grid(Size size, Size grid, Turn turn) {
    const TurnSteps s = steps(turn);
    const bool mirrors_width = s.swap_axes ? s.mirror_y : s.mirror_x;
    const bool mirrors_height = s.swap_axes ? s.mirror_x : s.mirror_y;
    return (!mirrors_width || size.width % grid.width == 0) &&
           (!mirrors_height || size.height % grid.height == 0);
}

/// `size` without the part of each mirrored side that is beyond the last multiple of `grid`. A side
/// shorter than one stays as it is.
constexpr Size trimmed(Size size, Size grid, Turn turn) {
    const TurnSteps s = steps(turn);
    const auto cut = [](std::int64_t side, std::int64_t unit) {
        return side < unit ? side : side - side % unit;
    };
    if (s.swap_axes ? s.mirror_y : s.mirror_x) size.width = cut(size.width, grid.width);
    if (s.swap_axes ? s.mirror_x : s.mirror_y) size.height = cut(size.height, grid.height);
    return size;
}

}  // namespace turntile
