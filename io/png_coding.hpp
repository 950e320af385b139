// How a PNG file was compressed, as far as its data tell.
#pragma once

#include <cstddef>
#include <span>

namespace turntile::io {

struct PngCoding {
    int zlib_level = 6;
    int filters = 0;  ///< libpng's PNG_FILTER_ bits of those that its rows use
};

/// The level is what zlib's header says, which knows four; the filters are those of all rows, or of
/// as many as can be read. Of a palette or few bits, where most rows use none, none.
PngCoding png_coding(std::span<const std::byte> file);

/// The filters that do for a picture with its axes exchanged what `filters` did before.
int with_swapped_axes(int filters);

}  // namespace turntile::io
