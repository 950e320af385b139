// BMP with an alpha channel.
#pragma once

#include <cstddef>
#include <vector>

#include "turntile/image_view.hpp"

namespace turntile::io {

/// Writes 8-bit B, G, R, A pixels as a BMP whose header (BITMAPV4HEADER with BI_BITFIELDS) names
/// the alpha channel, so that readers keep it. @throws ImageError beyond 4 GiB
std::vector<std::byte> encode_bmp_alpha(const ConstImageView& pixels);

}  // namespace turntile::io
