// TIFF through libtiff, as another TIFF is.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Writes the pixels that `decode_stored_tiff` read from `source`, turned by `turn`: their kind,
/// palette, compression, predictor, planes, byte order, strips or tiles are the source's. What
/// libtiff only reads is written as LZW.
/// @throws ImageError if libtiff refuses
std::vector<std::byte> encode_tiff_like(std::span<const std::byte> source, const Picture& picture,
                                        Turn turn);

}  // namespace turntile::io
