// Metadata from one format to another: EXIF, XMP and the colour profile go everywhere.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/turned_blocks.hpp"
#include "turntile/codec.hpp"
#include "turntile/metadata.hpp"

namespace turntile {

/// `encoded`, a file of format `to` without metadata, with the EXIF, XMP and colour profile of
/// `source`, a file of another format `from`.
/// @throws ImageError if one of the files is damaged
std::vector<std::byte> carry_between(std::span<const std::byte> source, Format from,
                                     std::span<const std::byte> encoded, Format to,
                                     const PictureTurn& picture, Kept kept, Notes& notes);

/// Names the metadata of `source` that a file of format `to` will not have.
std::vector<std::string> lost_between(std::span<const std::byte> source, Format from, Format to);

}  // namespace turntile
