// TIFF through libtiff, to pixels as they are stored.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Decodes the first page to its samples, each in whole bytes: one plane of pixels, or a plane for
/// each sample where pixels would have a size that turns do not know.
/// @throws ImageError for any damage that libtiff reports
Picture decode_stored_tiff(std::span<const std::byte> bytes, const FileInfo& info,
                           BufferSource& memory);

}  // namespace turntile::io
