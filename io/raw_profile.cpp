#include "io/raw_profile.hpp"

#include <charconv>
#include <string>
#include <string_view>

#include "io/blanks.hpp"

namespace turntile {
namespace {

struct Profile {
    std::string_view kind;
    std::uint64_t size_bytes = 0;
    std::size_t digits_at = 0;  ///< where the digits start in the text
};

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::optional<Profile> read_head(std::string_view text) {
    const std::size_t kind = text.find_first_not_of(blanks);
    if (kind == std::string_view::npos) return std::nullopt;
    const std::size_t kind_end = text.find('\n', kind);
    const std::size_t number = text.find_first_not_of(blanks, kind_end);
    if (kind_end == std::string_view::npos || number == std::string_view::npos) return std::nullopt;
    Profile profile;
    profile.kind = text.substr(kind, kind_end - kind);
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + number, end, profile.size_bytes);
    if (read.ec != std::errc{} || profile.size_bytes > text.size() / 2) return std::nullopt;
    profile.digits_at = static_cast<std::size_t>(read.ptr - text.data());
    return profile;
}

std::optional<unsigned> digit_value(char digit) {
    unsigned value = 0;
    const auto read = std::from_chars(&digit, &digit + 1, value, 16);
    return read.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

constexpr std::string_view hexadecimal = "0123456789abcdef";

/// Digit `index` of `bytes`: two for each, the high one first.
unsigned nibble(std::span<const std::byte> bytes, std::size_t index) {
    const auto value = std::to_integer<unsigned>(bytes[index / 2]);
    return index % 2 == 0 ? value >> 4U : value & 15U;
}

std::string written(std::string_view kind, std::span<const std::byte> bytes) {
    constexpr std::size_t digits_per_line = 72;
    constexpr std::size_t number_width = 8;
    const std::string number = std::to_string(bytes.size());
    std::string text = "\n" + std::string(kind) + "\n";
    text.append(number.size() < number_width ? number_width - number.size() : 0, ' ');
    text += number;
    for (std::size_t i = 0; i < 2 * bytes.size(); ++i) {
        if (i % digits_per_line == 0) text += '\n';
        text += hexadecimal[nibble(bytes, i)];
    }
    return text + "\n";
}

/// Puts digits in the place of as many others.
void replace_digits(std::span<std::byte> text, std::span<const std::byte> bytes) {
    std::size_t index = 0;
    for (std::byte& letter : text) {
        const char old_digit = static_cast<char>(letter);
        if (blanks.find(old_digit) != std::string_view::npos || index / 2 >= bytes.size()) continue;
        const unsigned value = nibble(bytes, index++);
        // A digit that stays keeps its case.
        if (digit_value(old_digit) != value) letter = static_cast<std::byte>(hexadecimal[value]);
    }
}

}  // namespace

std::optional<std::vector<std::byte>> raw_profile_bytes(std::span<const std::byte> text) {
    const std::string_view letters = as_text(text);
    const auto profile = read_head(letters);
    if (!profile) return std::nullopt;
    std::vector<std::byte> bytes;
    bytes.reserve(static_cast<std::size_t>(profile->size_bytes));
    std::optional<unsigned> high;
    for (std::size_t i = profile->digits_at;
         i < letters.size() && bytes.size() < profile->size_bytes; ++i) {
        if (blanks.find(letters[i]) != std::string_view::npos) continue;
        const auto value = digit_value(letters[i]);
        if (!value) return std::nullopt;
        if (high) bytes.push_back(static_cast<std::byte>(*high << 4U | *value));
        high = high ? std::nullopt : value;
    }
    if (bytes.size() != profile->size_bytes) return std::nullopt;
    return bytes;
}

std::vector<std::byte> raw_profile_with_bytes(std::span<const std::byte> text,
                                              std::span<const std::byte> bytes) {
    const auto profile = read_head(as_text(text));
    if (profile && profile->size_bytes == bytes.size()) {
        std::vector<std::byte> result(text.begin(), text.end());
        replace_digits(std::span(result).subspan(profile->digits_at), bytes);
        return result;
    }
    const std::string anew = written(profile ? profile->kind : "exif", bytes);
    const auto result = std::as_bytes(std::span(anew));
    return {result.begin(), result.end()};
}

}  // namespace turntile
