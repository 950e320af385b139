// Files that are not for turning: other image kinds, camera RAW, documents, text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace turntile {

/// Why `file`, which is of none of the supported formats, is refused: "HEIC is not supported",
/// "not an image (text)". Known kinds are named.
/// @throws ForeignImage for camera RAW, ImageError for everything else
[[noreturn]] void refuse_foreign(std::span<const std::byte> file);

}  // namespace turntile
