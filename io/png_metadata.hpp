// A PNG file's metadata: eXIf, text chunks that hold EXIF or XMP.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/metadata_blocks.hpp"
#include "io/orientation_tags.hpp"

namespace turntile {

/// The orientation tags of a PNG file, wherever they stand.
OrientationTags read_png_orientation(std::span<const std::byte> file);

/// `file` with each EXIF block and XMP packet replaced by what `edit` makes of it. Chunks in which
/// nothing changes stay as they are.
std::vector<std::byte> edit_png_blocks(std::span<const std::byte> file, const BlockEdit& edit);

/// `file` with an eXIf chunk of `block` in front of its pixels, instead of one that it has.
std::vector<std::byte> png_with_exif(std::span<const std::byte> file,
                                     std::span<const std::byte> block);

/// The block of the first eXIf chunk; empty if there is none.
std::span<const std::byte> png_exif(std::span<const std::byte> file);

}  // namespace turntile
