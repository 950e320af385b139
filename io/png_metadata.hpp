// A PNG file's metadata: every chunk that is neither pixels nor how they are stored.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/described_picture.hpp"
#include "io/metadata_blocks.hpp"
#include "io/orientation_tags.hpp"
#include "io/png_chunks.hpp"
#include "io/turned_blocks.hpp"
#include "turntile/metadata.hpp"

namespace turntile {

/// The orientation tags of a PNG file, wherever they stand.
OrientationTags read_png_orientation(std::span<const std::byte> file);

/// `file` with each EXIF block and XMP packet replaced by what `edit` makes of it. Chunks in which
/// nothing changes stay as they are.
std::vector<std::byte> edit_png_blocks(std::span<const std::byte> file, const BlockEdit& edit);

/// `file` with `block` instead of the one that `png_exif` gives, in a chunk of the same form; if it
/// gives none, in an eXIf chunk. The chunk stands where the old one did, but in front of the
/// pixels, behind which not all readers look.
/// @throws ImageError if the file ends before its pixels
std::vector<std::byte> png_with_exif(std::span<const std::byte> file,
                                     std::span<const std::byte> block);

/// The EXIF block of the first eXIf chunk, else of the first "Raw profile type" text in which a tag
/// can be set; empty if there is none.
std::vector<std::byte> png_exif(std::span<const std::byte> file);

/// Whether a turn keeps a chunk of this type, pixels aside: the ones that are known, and unknown
/// ones that say of themselves that they may be copied (PNG 3rd edition, 5.4).
bool survives_turn(const PngChunk& chunk);

/// `encoded` with the chunks of `source` that are no part of its coding, each on its side of the
/// pixels.
std::vector<std::byte> carry_png(std::span<const std::byte> source,
                                 std::span<const std::byte> encoded, const PictureTurn& picture,
                                 Kept kept, Notes& notes);

/// `file` without what is neither its coding nor says how it looks.
std::vector<std::byte> stripped_png(std::span<const std::byte> file);

/// `file`, which has no metadata, with chunks of what `described` holds.
std::vector<std::byte> png_with(std::span<const std::byte> file, const DescribedPicture& described);

}  // namespace turntile
