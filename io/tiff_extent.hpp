// Whether a TIFF file has the data that its directory tells of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "io/ifd.hpp"
#include "turntile/export.h"

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

/// What is wrong with the strips or tiles of the picture in `ifd`, or nothing: another number of
/// them than its sizes ask for, or fewer bytes in one than its rows take uncompressed. libtiff
/// then reads whatever stands behind.
std::string fault_of_pieces(const TiffBlock& tiff, const Ifd& ifd);

/// @throws ImageError if there is such a fault in the first picture of `file`
TURNTILE_EXPORT void require_possible_pieces(std::span<const std::byte> file);

}  // namespace turntile
