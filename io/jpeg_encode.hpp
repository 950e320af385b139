// JPEG files written by libjpeg-turbo.
#pragma once

#include <cstddef>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Encodes grey or BGR pixels, or the components of a JPEG, which are coded as they were.
/// @throws ImageError; std::invalid_argument if the planes are not those of `picture.jpeg`
std::vector<std::byte> encode_jpeg(const Picture& picture, const EncodeOptions& options);

}  // namespace turntile::io
