// PBM, PGM, PPM, PAM and PFM with the values that they hold, whatever the largest is.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Decodes the first image to one plane of pixels as they are stored; bits have a byte each.
/// Of a binary image that ends early the rest is 0, if that is allowed.
/// @throws ImageError
Picture decode_stored_pnm(std::span<const std::byte> bytes, const FileInfo& info,
                          BufferSource& memory, bool allow_truncated);

/// The header of `source`, its comments and all, with the picture's sides, and the pixels: plain if
/// they were, else binary.
std::vector<std::byte> encode_pnm_like(std::span<const std::byte> source, const Picture& picture);

}  // namespace turntile::io
