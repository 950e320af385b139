// What a TIFF file's headers say.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile {

/// Whether `file` starts with the four bytes of a TIFF or BigTIFF file.
bool is_tiff(std::span<const std::byte> file);

/// @throws ImageError if the headers are damaged or tell of a kind that is not supported;
/// ForeignImage for camera RAW, GeoTIFF and TIFF with SubIFDs
FileInfo tiff_info(std::span<const std::byte> file);

}  // namespace turntile
