// What a file says of its picture, taken out of its container.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile {

struct DescribedPicture {
    std::vector<std::byte> exif;  ///< from the TIFF header on
    std::vector<std::byte> xmp;
    std::vector<std::byte> icc;
    bool has_iptc = false;
    bool has_text = false;         ///< comments, titles and the like
    bool has_other = false;        ///< data of some application
    bool has_unknown_end = false;  ///< bytes behind a JPEG that nothing is known of
};

/// Reads `file`, of format `format`. Of several blocks of one kind the first counts. Of a TIFF, the
/// tags that describe its first page become the EXIF.
/// @throws ImageError if the file is damaged
DescribedPicture described_picture(std::span<const std::byte> file, Format format);

}  // namespace turntile
