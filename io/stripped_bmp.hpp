// A BMP without what is no part of its picture.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace turntile {

/// `file` without the bytes behind its pixels, but for a colour profile. One whose header does not
/// tell where compressed pixels end comes back as it is.
/// @throws ImageError if the header is damaged
std::vector<std::byte> stripped_bmp(std::span<const std::byte> file);

}  // namespace turntile
