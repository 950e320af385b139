// A PNM without what is no part of its picture.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace turntile {

/// `file` without comments, and without bytes behind its first image.
/// @throws ImageError if the header is damaged
std::vector<std::byte> stripped_pnm(std::span<const std::byte> file);

}  // namespace turntile
