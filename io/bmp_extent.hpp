// Where the pixels of a BMP end, and what may stand behind them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "io/bmp_header.hpp"

namespace turntile {

/// One past the pixels; the file's end if it lies before them, or if the header does not tell where
/// compressed pixels end.
std::uint64_t end_of_bmp(const ByteReader& file, const BmpHeader& header);

/// The profile, or the name of its file, if it stands behind the pixels, which end at `end`.
std::span<const std::byte> profile_behind(const ByteReader& file, const BmpHeader& header,
                                          std::uint64_t end);

/// How many bytes stand behind the pixels that are no profile. Up to three zeros, which fill a word
/// up, do not count.
std::uint64_t bytes_behind_bmp(const ByteReader& file, const BmpHeader& header);

}  // namespace turntile
