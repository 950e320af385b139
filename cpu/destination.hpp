// Where the pixels of a source go, as two strides: what lets one loop serve all eight turns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile::cpu {

/// Source pixel (x, y) goes to `first + x * per_x + y * per_y`.
struct Destination {
    std::byte* first;      ///< where source pixel (0, 0) goes
    std::ptrdiff_t per_x;  ///< bytes from there for one step to the right in the source
    std::ptrdiff_t per_y;  ///< bytes from there for one step down in the source
    /// Whether it is best written past the caches, which the picture would only flood.
    bool past_caches = false;

    std::byte* at(std::int64_t x, std::int64_t y) const { return first + x * per_x + y * per_y; }
};

/// Turns the pixels of a source in one part of it.
using TurnPart = void (*)(ConstImageView src, Destination dst, Box part);

/// Where `turn` puts the pixels of a source that is not empty and whose turned picture is `dst`.
inline Destination destination(ImageView dst, Turn turn) {
    const TurnSteps turn_steps = steps(turn);
    const auto pixel = static_cast<std::ptrdiff_t>(dst.pixel_bytes);
    const auto pitch = static_cast<std::ptrdiff_t>(dst.pitch_bytes);
    const std::ptrdiff_t right = turn_steps.mirror_x ? -pixel : pixel;
    const std::ptrdiff_t down = turn_steps.mirror_y ? -pitch : pitch;
    std::byte* const first = dst.row(turn_steps.mirror_y ? dst.height - 1 : 0) +
                             (turn_steps.mirror_x ? (dst.width - 1) * pixel : 0);
    if (turn_steps.swap_axes) return {first, down, right};
    return {first, right, down};
}

}  // namespace turntile::cpu
