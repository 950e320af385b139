// PNG, TIFF, BMP, WebP and PNM through OpenCV.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Decodes the first picture of `bytes` into memory from `memory`. Orientation is not applied.
/// @throws ImageError for damage, OpenCV's limits, and pixels that `info` does not announce
Picture decode_with_opencv(std::span<const std::byte> bytes, const FileInfo& info,
                           BufferSource& memory);

}  // namespace turntile::io
