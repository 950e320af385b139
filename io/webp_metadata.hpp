// A WebP file's metadata: the chunks EXIF, XMP and ICCP.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/metadata_blocks.hpp"
#include "io/orientation_tags.hpp"

namespace turntile {

OrientationTags read_webp_orientation(std::span<const std::byte> file);

/// `file` with each EXIF block and XMP packet replaced by what `edit` makes of it. Chunks in which
/// nothing changes stay as they are.
std::vector<std::byte> edit_webp_blocks(std::span<const std::byte> file, const BlockEdit& edit);

/// `file` with an EXIF chunk of `block`, instead of one that it has.
/// @throws ImageError if libwebpmux refuses the file
std::vector<std::byte> webp_with_exif(std::span<const std::byte> file,
                                      std::span<const std::byte> block);

/// The file's first EXIF block; empty if there is none.
std::span<const std::byte> webp_exif(std::span<const std::byte> file);

}  // namespace turntile
