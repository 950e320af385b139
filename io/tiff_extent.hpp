// Whether a TIFF file has the data that its directory tells of.
#pragma once

#include "io/ifd.hpp"

namespace turntile {

/// Whether each strip or tile of the picture in `ifd` ends inside the file. Of data that are not
/// compressed only what the pixels take counts: some writers tell of more. True where the
/// directory tells of none.
bool holds_all_data(const TiffBlock& tiff, const Ifd& ifd);

}  // namespace turntile
