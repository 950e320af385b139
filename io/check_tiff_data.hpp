// Damage in TIFF data that OpenCV does not see.
#pragma once

#include <cstddef>
#include <span>

namespace turntile::io {

/// Decodes all data of the first picture in the TIFF `file` and keeps none. For samples of up to 8
/// bits OpenCV calls libtiff's conversion to RGBA, which goes on when a strip or tile is damaged.
/// @throws ImageError if a strip or tile cannot be decoded
void require_whole_tiff_data(std::span<const std::byte> file);

}  // namespace turntile::io
