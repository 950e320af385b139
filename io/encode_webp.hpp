// WebP through libwebp, lossless to the bit.
#pragma once

#include <cstddef>
#include <vector>

#include "turntile/image_view.hpp"

namespace turntile::io {

/// Writes 8-bit pixels of 1, 3 or 4 channels (B, G, R, A) as lossless WebP. The colours of
/// transparent pixels are kept, which OpenCV's encoder blackens; grey becomes three channels.
/// @throws ImageError if libwebp refuses
std::vector<std::byte> encode_webp(const ConstImageView& pixels, int channels);

}  // namespace turntile::io
