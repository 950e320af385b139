// Whether a TIFF file has the data that its directory tells of.
#pragma once

#include <cstdint>
#include <functional>

#include "io/ifd.hpp"

namespace turntile {

/// Calls `visit` with the offset and the bytes of each strip or tile of the picture in `ifd`, until
/// it returns false or the tags of the next cannot be read. Of data that are not compressed only
/// what the pixels take counts: some writers tell of more.
void for_each_piece(
    const TiffBlock& tiff, const Ifd& ifd,
    const std::function<bool(std::uint64_t offset, std::uint64_t size_bytes)>& visit);

/// Whether each strip or tile of the picture in `ifd` ends inside the file. True where the
/// directory tells of none.
bool holds_all_data(const TiffBlock& tiff, const Ifd& ifd);

}  // namespace turntile
