// Microsoft's rectangles of regions: "x, y, width, height".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "io/xmp_decimal.hpp"

namespace turntile {

/// x, y of the top left corner, width, height: parts of the picture.
using XmpRectangle = std::array<Decimal, 4>;

/// Nothing if `text` is not four such numbers.
std::optional<XmpRectangle> parse_rectangle(std::string_view text);

std::string rectangle_text(const XmpRectangle& rectangle);

}  // namespace turntile
