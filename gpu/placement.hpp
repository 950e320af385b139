// Where a turn puts pixels: one formula for all eight turns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile::gpu {

/// The source's pixel (x, y) lands `origin_bytes + x * step_x_bytes + y * step_y_bytes` after the
/// destination's first byte.
struct Placement {
    std::int64_t origin_bytes = 0;
    std::int64_t step_x_bytes = 0;
    std::int64_t step_y_bytes = 0;
};

/// The placement of a source of size `source` in `dst`, which fits it.
constexpr Placement placement(Size source, ImageView dst, Turn turn) {
    const auto pixel = static_cast<std::int64_t>(dst.pixel_bytes);
    const auto pitch = static_cast<std::int64_t>(dst.pitch_bytes);
    const TurnSteps s = steps(turn);
    const Point origin = turned(Point{0, 0}, source, turn);
    const std::int64_t along_row = s.mirror_x ? -pixel : pixel;
    const std::int64_t along_column = s.mirror_y ? -pitch : pitch;
    return {origin.y * pitch + origin.x * pixel, s.swap_axes ? along_column : along_row,
            s.swap_axes ? along_row : along_column};
}

/// Whether every row of `view` starts on a multiple of `bytes`, a power of two.
inline bool rows_aligned(ConstImageView view, std::size_t bytes) {
    return (reinterpret_cast<std::uintptr_t>(view.data) | view.pitch_bytes) % bytes == 0;
}

}  // namespace turntile::gpu
