// JPEG through libjpeg-turbo, strict about damage and silent.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Decodes a JPEG into memory from `memory`, rows straight to their place: to grey or BGR, or to
/// its own components, as `options` say.
/// @throws ImageError for damage, for pixels that `info` does not announce, for colours that are
/// neither grey nor BGR
Picture decode_jpeg(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                    const DecodeOptions& options);

}  // namespace turntile::io
