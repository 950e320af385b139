// Decimal fractions as XMP writes coordinates: turned without rounding, with as many digits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turntile {

/// `units` / 10^`digits`.
struct Decimal {
    std::int64_t units = 0;
    int digits = 0;  ///< behind the point
};

/// "0.25", " 17 ": not negative, at most nine digits behind the point. Nothing else is read.
std::optional<Decimal> parse_decimal(std::string_view text);

/// The same number with at least as many digits behind the point.
Decimal with_digits(Decimal number, int digits);

/// `whole` - `part`, with the digits of the longer of the two.
Decimal difference(Decimal whole, Decimal part);

/// `number` * `by` / `over`, rounded to its digits.
Decimal scaled(Decimal number, std::int64_t by, std::int64_t over);

/// "0.250".
std::string to_text(Decimal number);

}  // namespace turntile
