// BMP files whose pixels are not compressed: moved as they are, with everything around them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Decodes to one plane of pixels as they are stored; those of less than a byte have a byte each.
/// Of a file that ends early the rest is 0, if that is allowed.
/// @throws ImageError
Picture decode_stored_bmp(std::span<const std::byte> bytes, const FileInfo& info,
                          BufferSource& memory, bool allow_truncated);

/// `source` with other pixels: header, masks, palette, resolution, profile and row order are its.
/// @throws ImageError if the file would have more than 2^32 - 1 bytes
std::vector<std::byte> encode_bmp_like(std::span<const std::byte> source, const Picture& picture,
                                       Turn turn);

}  // namespace turntile::io
