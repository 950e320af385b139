// JPEG through libjpeg-turbo, strict about damage and silent.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Decodes a grey or three-component JPEG into memory from `memory`, rows straight to their place.
/// Data that ends early is accepted if `allow_truncated`; then missing pixels are grey.
/// @throws ImageError for damage, and for pixels that `info` does not announce
Picture decode_jpeg(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                    bool allow_truncated);

}  // namespace turntile::io
