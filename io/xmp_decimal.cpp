#include "io/xmp_decimal.hpp"

#include <algorithm>
#include <cmath>

#include "io/blanks.hpp"

namespace turntile {
namespace {

constexpr int most_digits = 9;  // of each part: products stay far below 2^63

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
    text = trimmed(text);
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string_view whole = text.substr(0, point);
    const std::string_view rest = point < text.size() ? text.substr(point + 1) : "";
    if (whole.size() + rest.size() == 0 || whole.size() > most_digits || rest.size() > most_digits)
        return std::nullopt;
    Decimal number{0, static_cast<int>(rest.size())};
    for (const std::string_view part : {whole, rest})
        for (const char letter : part) {
            if (!is_digit(letter)) return std::nullopt;
            number.units = number.units * 10 + (letter - '0');
        }
    return number;
}

Decimal with_digits(Decimal number, int digits) {
    for (; number.digits < digits; ++number.digits)
        number.units *= 10;
    return number;
}

Decimal difference(Decimal whole, Decimal part) {
    const int digits = std::max(whole.digits, part.digits);
    return {with_digits(whole, digits).units - with_digits(part, digits).units, digits};
}

Decimal scaled(Decimal number, std::int64_t by, std::int64_t over) {
    const double exact =
        static_cast<double>(number.units) * static_cast<double>(by) / static_cast<double>(over);
    return {std::llround(exact), number.digits};
}

std::string to_text(Decimal number) {
    std::string text = std::to_string(number.units < 0 ? -number.units : number.units);
    const auto digits = static_cast<std::size_t>(number.digits);
    if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
    if (digits > 0) text.insert(text.size() - digits, ".");
    return number.units < 0 ? "-" + text : text;
}

}  // namespace turntile
