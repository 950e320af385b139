// A WebP file's metadata: the chunks EXIF, XMP and ICCP.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/metadata_blocks.hpp"
#include "io/orientation_tags.hpp"
#include "io/turned_blocks.hpp"
#include "turntile/metadata.hpp"

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
std::vector<std::byte> webp_exif(std::span<const std::byte> file);

/// `encoded` with the chunks of `source` that are no part of its coding.
/// @throws ImageError if libwebpmux refuses them
std::vector<std::byte> carry_webp(std::span<const std::byte> source,
                                  std::span<const std::byte> encoded, const PictureTurn& picture,
                                  Kept kept, Notes& notes);

/// `file` without what is neither its coding nor its colour profile.
std::vector<std::byte> stripped_webp(std::span<const std::byte> file);

}  // namespace turntile
