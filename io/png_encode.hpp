// PNG through libpng.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Writes grey, B, G, R or B, G, R, A pixels of 8 or 16 bits.
/// @throws ImageError if libpng refuses
std::vector<std::byte> encode_png(const Picture& picture);

/// Writes the pixels that `decode_stored_png` read from `source`, turned by `turn`: depth, palette,
/// transparent colour, background, interlacing, filters and level are the source's.
/// @throws ImageError if libpng refuses
std::vector<std::byte> encode_png_like(std::span<const std::byte> source, const Picture& picture,
                                       Turn turn);

}  // namespace turntile::io
