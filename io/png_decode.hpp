// PNG through libpng.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Decodes to the pixels that `info` announces: palettes and transparent colours are resolved, grey
/// with alpha becomes B, G, R, A.
/// @throws ImageError for damage, and pixels that `info` does not announce
Picture decode_png(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                   bool allow_truncated);

/// Decodes to pixels as they are stored: palette indices, samples of less than a byte in a byte
/// each, samples of two bytes with the high one first.
Picture decode_stored_png(std::span<const std::byte> bytes, const FileInfo& info,
                          BufferSource& memory, bool allow_truncated);

}  // namespace turntile::io
