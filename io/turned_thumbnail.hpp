// A thumbnail, a small JPEG file inside EXIF, turned.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "turntile/turn.hpp"

namespace turntile {

/// The JPEG file `jpeg` turned, without loss where its size allows that; nothing if it is damaged,
/// no JPEG, or larger than a thumbnail is (2048 pixels a side).
std::optional<std::vector<std::byte>> turned_thumbnail(std::span<const std::byte> jpeg, Turn turn);

}  // namespace turntile
