// Metadata, bytes to bytes: the orientation tag, and everything in a file that is not pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "turntile/codec.hpp"
#include "turntile/export.h"
#include "turntile/turn.hpp"

namespace turntile {

/// The turn that makes the picture in `file` upright: a whole JPEG, PNG, WebP or TIFF file, or the
/// start of one that reaches to the tag. The tag is EXIF's (274 of IFD0), or tiff:Orientation in
/// XMP where EXIF has none. `Turn::none` where there is no tag, its value is not 1 to 8, or the
/// bytes are damaged or of another format. Never throws.
TURNTILE_EXPORT Turn exif_orientation(std::span<const std::byte> file) noexcept;

/// `file` with every orientation tag of its picture set to `orientation`: in EXIF (that of the
/// thumbnail, IFD1, included), in XMP, in a TIFF's first page. Where EXIF has no tag, one is added
/// unless `orientation` is `none`. No pixel and, where all tags are there, no other byte changes
/// but checksums.
/// @throws ImageError if the file is not one that `inspect` accepts, its format has no place for
/// the tag, its EXIF has no room, or parts of it overlap so that the tag would damage others
TURNTILE_EXPORT std::vector<std::byte> with_orientation(std::span<const std::byte> file,
                                                        const FileInfo& info, Turn orientation);

/// What of a file's metadata a result keeps.
enum class Kept : std::uint8_t {
    all,
    colours,  ///< only what the picture needs to look right: its colour profile and, in PNG, the
              ///< other chunks of that kind. The pixel density stays too
};

/// A finished file.
struct Carried {
    std::vector<std::byte> bytes;
    std::vector<std::string>
        notes;  ///< what could not be set right: "the thumbnail was dropped..."
};

/// `encoded` (new pixels) with the metadata of `source`, byte for byte but for what the turn made
/// false, which is set right where it stands: every orientation tag becomes 1; stored sizes and X
/// and Y density change places if the axes do; SubjectArea and face regions turn, and so does the
/// EXIF thumbnail. Where a lossless turn has trimmed the picture, they are those of what is left.
/// JPEG carries APPn but APP0 and APP14, COM, unknown bytes after EOI, and the JFIF density; PNG
/// the chunks that are known and those that may be copied; WebP every chunk. More pictures, gain
/// maps and videos (`Loss::extras`) stay behind; `info.dropped` names what else does.
/// @throws ImageError if `source` or `encoded` is damaged
TURNTILE_EXPORT Carried carry(std::span<const std::byte> source, const FileInfo& info,
                              std::span<const std::byte> encoded, Turn turn, Kept kept = Kept::all);

/// `file` without metadata but what the picture needs to look right (`Kept::colours`). Its pixels
/// are not touched. A TIFF comes back as it is: its metadata goes when it is encoded.
/// @throws ImageError if the file is damaged
TURNTILE_EXPORT std::vector<std::byte> stripped(std::span<const std::byte> file,
                                                const FileInfo& info);

/// Names the metadata of `source` that a file of format `target` will not have: "IPTC", "text".
/// Nothing within one format: there `info.dropped` says it.
TURNTILE_EXPORT std::vector<std::string> lost_metadata(std::span<const std::byte> source,
                                                       const FileInfo& info, Format target);

}  // namespace turntile
