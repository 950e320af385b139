// The orientation tag (274) of a TIFF-structured block: an EXIF block or a whole TIFF file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "turntile/turn.hpp"

namespace turntile {

/// Which directories of a block describe the picture: in an EXIF block all of the chain (IFD1 is
/// the thumbnail of the same picture), in a TIFF file the first (the others are other pages).
enum class BlockKind : std::uint8_t { exif, tiff_file };

/// The value of the tag in IFD0, whatever it is; nothing if there is no such tag or its value is no
/// number. As exiftool does, the first of duplicates that can be read counts, and numbers of any
/// type do, in ASCII too. Tags of other directories say nothing about the picture.
std::optional<std::uint64_t> orientation_value(std::span<const std::byte> block);

/// The values of every orientation tag in the directories that describe the picture.
std::vector<std::uint64_t> all_orientation_values(std::span<const std::byte> block, BlockKind kind);

/// The turn that makes a picture with this tag value upright; values outside 1 to 8 count as 1.
Turn turn_of_orientation(std::uint64_t value);

/// Sets every orientation tag there is, in place: in its entry, and nowhere else. No tag is added.
/// A thumbnail's directory that overlaps others is left as it is.
void set_orientation(std::span<std::byte> block, BlockKind kind, Turn orientation);

/// A copy of `block` in which IFD0 has the tag. Where it had none, or is used for pixels too, the
/// block ends with a new IFD0, so that nothing else moves. An empty one becomes a minimal EXIF
/// block.
/// @throws ImageError if the first directory is damaged, offsets end before the new one, or the
/// new one would stand where something else is said to
std::vector<std::byte> with_orientation_tag(std::span<const std::byte> block, BlockKind kind,
                                            Turn orientation);

}  // namespace turntile
