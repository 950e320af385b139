// What a BMP file's headers say.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile {

/// Whether `file` starts with the headers of a BMP. "BM" alone also starts many a text.
bool is_bmp(std::span<const std::byte> file);

/// @throws ImageError if the headers are damaged or tell of a kind that is not supported
FileInfo bmp_info(std::span<const std::byte> file);

}  // namespace turntile
