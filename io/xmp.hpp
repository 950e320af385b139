// The orientation that an XMP packet tells of, and changing it where it stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "turntile/turn.hpp"

namespace turntile {

/// The values of the picture's tiff:Orientation, as attribute or element, in their order.
std::vector<std::uint64_t> xmp_orientation_values(std::span<const std::byte> packet);

/// A copy of `packet` in which every tiff:Orientation of the picture has this value. None is added.
/// The size stays the same: a shorter value leaves blanks in the packet's padding.
std::vector<std::byte> xmp_with_orientation(std::span<const std::byte> packet, Turn orientation);

}  // namespace turntile
