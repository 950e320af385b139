// How long a picture's sides may be.
#pragma once

#include "turntile/codec.hpp"

namespace turntile::io {

/// @throws ImageError if a side is longer than a file of that format can say, or its library writes
TURNTILE_EXPORT void require_writable_sides(Format format, Size size);

/// @throws ImageError if `decode` refuses the picture for the length of a side
TURNTILE_EXPORT void require_readable_sides(const FileInfo& info);

}  // namespace turntile::io
