// Where the image of a PNM ends, and what may stand behind it.
#pragma once

#include <cstdint>
#include <vector>

#include "io/pnm_header.hpp"

namespace turntile {

/// One past the last byte of the image that `header` describes: at the latest the file's end, and
/// of a plain image the first letter that is no part of it. The comments among the pixels of a
/// plain image are put into `comments`.
std::uint64_t end_of_pnm(const ByteReader& file, const PnmHeader& header,
                         std::vector<TextSpan>* comments = nullptr);

/// Whether nothing stands from `end` on but what ends a text: any blanks behind a plain image, one
/// line break behind a binary one.
bool ends_there(const ByteReader& file, const PnmHeader& header, std::uint64_t end);

}  // namespace turntile
