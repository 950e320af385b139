// A JPEG file's metadata, carried from file to file.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/described_picture.hpp"
#include "io/metadata_blocks.hpp"
#include "io/orientation_tags.hpp"
#include "io/turned_blocks.hpp"
#include "turntile/metadata.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// The orientation tags in the segments in front of the pixels, where readers look for them.
/// @throws ImageError if the file is damaged before that
OrientationTags read_jpeg_orientation(std::span<const std::byte> file);

/// `file` with each EXIF block and XMP packet in front of its pixels replaced by what `edit` makes
/// of it. No other byte changes.
std::vector<std::byte> edit_jpeg_blocks(std::span<const std::byte> file, const BlockEdit& edit);

/// `file` with an EXIF segment of `block` behind its JFIF segment, or instead of the first EXIF
/// segment that it has. @throws ImageError if a segment cannot hold so much
std::vector<std::byte> jpeg_with_exif(std::span<const std::byte> file,
                                      std::span<const std::byte> block);

/// The first EXIF block in front of the pixels; empty if there is none.
/// @throws ImageError if it goes on in another segment, so that `jpeg_with_exif` cannot replace it
std::vector<std::byte> jpeg_exif(std::span<const std::byte> file);

/// `encoded` with the segments of `source` that are no part of its coding, and what follows its
/// end. Extras (more pictures, gain maps, video) are left out: they would be false.
std::vector<std::byte> carry_jpeg(std::span<const std::byte> source,
                                  std::span<const std::byte> encoded, const PictureTurn& picture,
                                  Kept kept, Notes& notes);

/// `file` without what is neither its coding nor its colour profile.
std::vector<std::byte> stripped_jpeg(std::span<const std::byte> file);

/// `file`, which has no metadata, with segments of what `described` holds.
/// @throws ImageError if a segment cannot hold a block
std::vector<std::byte> jpeg_with(std::span<const std::byte> file,
                                 const DescribedPicture& described);

}  // namespace turntile
