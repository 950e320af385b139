// Metadata, bytes to bytes: the orientation tag, and everything in a file that is not pixels.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "turntile/codec.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// The turn that makes the picture in `file` (a whole JPEG or TIFF file) upright: orientation tag
/// 274 of IFD0. `Turn::none` where there is no such tag, its value is not 1 to 8, or the bytes are
/// damaged or of another format. Of a JPEG file the headers before the pixels are enough. Never
/// throws.
Turn exif_orientation(std::span<const std::byte> file) noexcept;

/// `file` with the orientation tag 274 of its EXIF set to 1: in a JPEG in every EXIF block, the
/// thumbnail's IFD1 included; in a TIFF in its first page. No other byte changes (XMP is left as it
/// is). A file without a tag, or of another format, comes back as it was. @throws ImageError if the
/// file is not one that `inspect` accepts
std::vector<std::byte> with_upright_tag(std::span<const std::byte> file, const FileInfo& info);

/// `encoded` (new pixels, without metadata) with the metadata of `source`, set right for a picture
/// that was turned by `turn`: JPEG to JPEG carries APPn but APP0 and APP14, COM, and unknown bytes
/// after EOI, byte for byte, with the orientation tag set to 1, and the JFIF pixel density. More
/// pictures, gain maps and videos (`Loss::extras`) stay behind. Other containers come back as they
/// are; `info.dropped` names what they lose.
/// @throws ImageError if `source` or `encoded` is a damaged JPEG
std::vector<std::byte> carry(std::span<const std::byte> source, const FileInfo& info,
                             std::span<const std::byte> encoded, Turn turn);

}  // namespace turntile
