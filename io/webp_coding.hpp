// How a WebP picture was compressed.
#pragma once

#include <cstddef>
#include <span>

namespace turntile::io {

struct WebpCoding {
    bool is_lossless = false;
    int quality = 75;  ///< that libwebp would have been asked for, by the picture's quantisers
};

/// Of the first picture in `file`. @throws ImageError if there is none
WebpCoding webp_coding(std::span<const std::byte> file);

}  // namespace turntile::io
