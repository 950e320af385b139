// How a TIFF file stores its pixels, and what can be made of them.
#pragma once

#include "io/ifd.hpp"
#include "turntile/codec.hpp"

namespace turntile {

/// Puts into `info` what the pixels of the picture in `ifd` are, stored and decoded.
/// @throws ImageError if the tags are damaged, or neither way of reading the pixels is open
void describe_tiff_pixels(const TiffBlock& tiff, const Ifd& ifd, FileInfo& info);

}  // namespace turntile
