// The turns on the CPU.
#pragma once

#include "turntile/export.h"
#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile::cpu {

/// Writes `src` (width x height) turned by `turn` to `dst` (`turned(src.size(), turn)`, the same
/// pixel size). Both views are in host memory; padding between rows is neither read nor written.
/// `Turn::none` copies; an empty image is a no-op. Returns when done. Runs on the cores of the
/// calling thread's oneTBB arena; any number of threads may call at once.
/// @throws std::invalid_argument as `check_turn` does
TURNTILE_EXPORT void turn(ConstImageView src, ImageView dst, Turn turn, Method method);

/// The same by the tiled method.
inline void turn(ConstImageView src, ImageView dst, Turn turn) {
    cpu::turn(src, dst, turn, Method::tiled);
}

}  // namespace turntile::cpu
