// What a PNM file's headers say.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile {

/// Whether `file` starts with P1 to P6 and a space.
bool is_pnm(std::span<const std::byte> file);

/// @throws ImageError if the headers are damaged or tell of a kind that is not supported
FileInfo pnm_info(std::span<const std::byte> file);

}  // namespace turntile
