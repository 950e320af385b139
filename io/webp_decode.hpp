// WebP through libwebp.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Decodes the picture, or the first frame of an animation on its canvas, as B, G, R or B, G, R, A.
/// @throws ImageError for damage, and pixels that `info` does not announce
Picture decode_webp(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                    bool allow_truncated);

}  // namespace turntile::io
