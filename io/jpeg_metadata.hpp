// A JPEG file's metadata, carried from file to file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "turntile/turn.hpp"

namespace turntile {

/// The value of orientation tag 274, by the first EXIF block before the pixels that has it.
/// @throws ImageError if the file is damaged before that
std::optional<std::uint64_t> jpeg_orientation(std::span<const std::byte> file);

/// `file` with tag 274 set to 1 in every EXIF block.
std::vector<std::byte> jpeg_with_upright_tag(std::span<const std::byte> file);

/// `encoded` with the segments of `source` that are no part of its coding, and what follows its
/// end. Extras (more pictures, gain maps, video) are left out: they would be false.
std::vector<std::byte> carry_jpeg(std::span<const std::byte> source,
                                  std::span<const std::byte> encoded, Turn turn);

}  // namespace turntile
