// A TIFF file's metadata: the tags of its first directory that do not say how pixels are stored.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/ifd_tags.hpp"
#include "io/orientation_tags.hpp"
#include "io/turned_blocks.hpp"
#include "turntile/metadata.hpp"

namespace turntile {

/// The orientation tags of the first page: tag 274, and the XMP of tag 700.
OrientationTags read_tiff_orientation(std::span<const std::byte> file);

/// `file` with tag 274 of the first page set; where it is missing, and `orientation` is not `none`,
/// it is added. No byte of a pixel changes, whatever overlaps.
/// @throws ImageError if the first directory is damaged, or the file cannot grow
TURNTILE_EXPORT std::vector<std::byte> tiff_with_orientation_tag(std::span<const std::byte> file,
                                                                 Turn orientation);

/// The same, and the orientation in the first page's XMP is set too.
/// @throws ImageError also if other parts of the file stand where the XMP changes
std::vector<std::byte> tiff_with_orientation(std::span<const std::byte> file, Turn orientation);

/// The tags of the directory `ifd` that a turned picture gets from it, in byte order `order`.
IfdTags tiff_metadata_tags(const TiffBlock& tiff, const Ifd& ifd, ByteOrder order, Kept kept);

/// `file` with these tags added to each of its pages, or put in the place of their namesakes. New
/// directories stand at the end; nothing else moves.
/// @throws ImageError if the file is damaged, or cannot grow so far
std::vector<std::byte> tiff_with_tags(std::span<const std::byte> file,
                                      const std::vector<IfdTags>& added);

/// `encoded` with the tags of `source` that are no part of its coding, page by page.
/// @throws ImageError if one of them is damaged, or offsets end
std::vector<std::byte> carry_tiff(std::span<const std::byte> source,
                                  std::span<const std::byte> encoded, const PictureTurn& picture,
                                  Kept kept, Notes& notes);

}  // namespace turntile
