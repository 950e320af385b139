// WebP through libwebp.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Writes 8-bit pixels of 1, 3 or 4 channels (B, G, R, A) as lossless WebP. The colours of
/// transparent pixels are kept, which OpenCV's encoder blackens; grey becomes three channels.
/// @throws ImageError if libwebp refuses
std::vector<std::byte> encode_webp(const ConstImageView& pixels, int channels);

/// Writes 8-bit pixels of 3 or 4 channels as the WebP file `source` is: without loss, or with the
/// quality that its quantisers tell, 75 at least. Alpha is never lossy.
/// @throws ImageError if libwebp refuses
std::vector<std::byte> encode_webp_like(std::span<const std::byte> source, const Picture& picture);

}  // namespace turntile::io
