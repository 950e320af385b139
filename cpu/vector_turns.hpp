// The tiled method: turns by vectors, on whatever vectors the processor has.
#pragma once

#include <cstddef>

#include "cpu/destination.hpp"
#include "turntile/turn.hpp"

namespace turntile::cpu {

/// What turns parts of images of pixels of `pixel_bytes` bytes by `turn`, compiled for the best
/// target that the processor supports.
/// @throws std::invalid_argument for a pixel size that no pixel has
TurnPart vector_turn(std::size_t pixel_bytes, Turn turn);

}  // namespace turntile::cpu
