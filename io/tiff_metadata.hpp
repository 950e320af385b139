// A TIFF file's metadata: the tags of its first directory that do not say how pixels are stored.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/orientation_tags.hpp"

namespace turntile {

/// The orientation tags of the first page: tag 274, and the XMP of tag 700.
OrientationTags read_tiff_orientation(std::span<const std::byte> file);

/// `file` with every orientation tag of the first page set; where tag 274 is missing, and
/// `orientation` is not `none`, it is added.
/// @throws ImageError if the first directory is damaged, or the file cannot grow
std::vector<std::byte> tiff_with_orientation(std::span<const std::byte> file, Turn orientation);

}  // namespace turntile
