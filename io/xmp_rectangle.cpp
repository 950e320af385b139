#include "io/xmp_rectangle.hpp"

#include <algorithm>

namespace turntile {

std::optional<XmpRectangle> parse_rectangle(std::string_view text) {
    XmpRectangle numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t comma = text.find(',');
        if ((comma == std::string_view::npos) != (i + 1 == numbers.size())) return std::nullopt;
        const auto parsed = parse_decimal(text.substr(0, comma));
        if (!parsed) return std::nullopt;
        numbers[i] = *parsed;
        text.remove_prefix(std::min(comma, text.size() - 1) + 1);
    }
    return numbers;
}

std::string rectangle_text(const XmpRectangle& rectangle) {
    std::string text;
    for (const Decimal number : rectangle)
        text += (text.empty() ? "" : ", ") + to_text(number);
    return text;
}

}  // namespace turntile
