// Metadata, bytes to bytes: the orientation tag, and everything in a file that is not pixels.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "turntile/codec.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// The turn that makes the picture in `file` upright: a whole JPEG, PNG, WebP or TIFF file, or the
/// start of one that reaches to the tag. The tag is EXIF's (274 of IFD0), or tiff:Orientation in
/// XMP where EXIF has none. `Turn::none` where there is no tag, its value is not 1 to 8, or the
/// bytes are damaged or of another format. Never throws.
Turn exif_orientation(std::span<const std::byte> file) noexcept;

/// `file` with every orientation tag of its picture set to `orientation`: in EXIF (that of the
/// thumbnail, IFD1, included), in XMP, in a TIFF's first page. Where EXIF has no tag, one is added
/// unless `orientation` is `none`. No pixel and, where all tags are there, no other byte changes
/// but checksums.
/// @throws ImageError if the file is not one that `inspect` accepts, its format has no place for
/// the tag, or its EXIF has no room
std::vector<std::byte> with_orientation(std::span<const std::byte> file, const FileInfo& info,
                                        Turn orientation);

/// `encoded` (new pixels, without metadata) with the metadata of `source`, set right for a picture
/// that was turned by `turn`: JPEG to JPEG carries APPn but APP0 and APP14, COM, and unknown bytes
/// after EOI, byte for byte, with the orientation tag set to 1, and the JFIF pixel density. More
/// pictures, gain maps and videos (`Loss::extras`) stay behind. Other containers come back as they
/// are; `info.dropped` names what they lose.
/// @throws ImageError if `source` or `encoded` is a damaged JPEG
std::vector<std::byte> carry(std::span<const std::byte> source, const FileInfo& info,
                             std::span<const std::byte> encoded, Turn turn);

}  // namespace turntile
