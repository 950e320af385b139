// What a PNG file's headers say.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"
#include "turntile/export.h"

namespace turntile {

/// @throws ImageError if the headers are damaged or tell of a kind that is not supported
FileInfo png_info(std::span<const std::byte> file);

/// Whether the pixels are grey, with alpha or without, although `decode` may make BGRA of them.
TURNTILE_EXPORT bool is_grey_png(std::span<const std::byte> file);

}  // namespace turntile
