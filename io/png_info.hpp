// What a PNG file's headers say.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile {

/// @throws ImageError if the headers are damaged or tell of a kind that is not supported
FileInfo png_info(std::span<const std::byte> file);

}  // namespace turntile
