// The orientation tag (274) of a TIFF-structured block: an EXIF block or a whole TIFF file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "turntile/codec.hpp"
#include "turntile/turn.hpp"

namespace turntile {

inline constexpr std::uint16_t orientation_tag = 274;

/// The value of the tag in IFD0, whatever it is; nothing if there is no such tag or its value is
/// no whole number. Of duplicates the last counts, as in exiftool. Tags of other directories (IFD1
/// describes the thumbnail) say nothing about the picture.
std::optional<std::uint64_t> orientation_value(std::span<const std::byte> block);

/// The turn that makes a picture with this tag value upright; values outside 1 to 8 count as 1.
Turn turn_of_orientation(std::uint64_t value);

/// Sets the tag to 1 in place, in every directory of the chain and in every duplicate.
void make_upright(std::span<std::byte> block);

/// The same in IFD0 alone: in a TIFF file the other IFDs are other pages.
void make_first_page_upright(std::span<std::byte> block);

/// Puts the orientation that the TIFF-structured `block` has, if it has one, into `info`.
void read_orientation(std::span<const std::byte> block, FileInfo& info);

}  // namespace turntile
