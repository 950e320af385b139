#include "app/option_values.hpp"

#include <fmt/format.h>

#include <charconv>

#include "turntile/turn_check.hpp"

namespace turntile::app {
namespace {

template <class Number>
bool read_number(std::string_view word, Number& number) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

Turn parse_angle(std::string_view word) {
    if (word == "90" || word == "-270") return Turn::rotate_90;
    if (word == "180" || word == "-180") return Turn::rotate_180;
    if (word == "270" || word == "-90") return Turn::rotate_270;
    throw UsageError(fmt::format(
        "rotate: the angle is 90, 180, 270 or -90 (degrees clockwise), not '{}'", word));
}

Turn parse_turn(std::string_view word) {
    for (const Turn turn : all_turns)
        if (word == name(turn)) return turn;
    throw UsageError(fmt::format(
        "--turn: '{}' is no turn; there are flip_horizontal, flip_vertical, rotate_90, rotate_180, "
        "rotate_270, transpose, transverse and none",
        word));
}

Turn parse_flip(std::string_view word) {
    if (word == "horizontal") return Turn::flip_horizontal;
    if (word == "vertical") return Turn::flip_vertical;
    throw UsageError(fmt::format("flip: the direction is horizontal or vertical, not '{}'", word));
}

Turn parse_tag(std::string_view word) {
    return static_cast<Turn>(parse_number(word, 1, 8, "tag"));
}

Turn parse_turn_words(std::string_view words) {
    const std::size_t space = words.find(' ');
    const std::string_view first = words.substr(0, space);
    const std::size_t next = words.find_first_not_of(' ', space);
    const std::string_view second = next == std::string_view::npos ? "" : words.substr(next);
    if (first == "rotate") return parse_angle(second);
    if (first == "flip") return parse_flip(second);
    if (words == "upright" || words == "auto") return Turn::none;
    int angle = 0;
    if (read_number(words, angle)) return parse_angle(words);
    for (const Turn turn : all_turns)
        if (words == name(turn)) return turn;
    throw UsageError(
        fmt::format("'{}' is no turn; there are rotate 90|180|270|-90, flip horizontal|vertical, "
                    "transpose, transverse and upright",
                    words));
}

BackendChoice parse_backend(std::string_view word) {
    if (word == "auto") return BackendChoice::automatic;
    if (word == "cuda") return BackendChoice::cuda;
    if (word == "cpu") return BackendChoice::cpu;
    throw UsageError(fmt::format("--backend: auto, cuda or cpu, not '{}'", word));
}

Progressive parse_progressive(std::string_view word) {
    if (word == "keep") return Progressive::keep;
    if (word == "on") return Progressive::on;
    if (word == "off") return Progressive::off;
    throw UsageError(fmt::format("--progressive: keep, on or off, not '{}'", word));
}

Lossless parse_lossless(std::string_view word) {
    if (word == "auto") return Lossless::automatic;
    if (word == "require") return Lossless::require;
    if (word == "never") return Lossless::never;
    throw UsageError(fmt::format("--lossless: auto, require or never, not '{}'", word));
}

Loss parse_loss(std::string_view word) {
    for (const Loss loss : {Loss::pages, Loss::animation, Loss::alpha, Loss::depth, Loss::metadata,
                            Loss::extras, Loss::truncated})
        if (word == name(loss)) return loss;
    throw UsageError(fmt::format(
        "--allow: pages, animation, alpha, depth, metadata, extras or truncated, not '{}'", word));
}

Size parse_size(std::string_view word) {
    const std::size_t cross = word.find('x');
    Size size;
    const bool whole = cross != std::string_view::npos &&
                       read_number(word.substr(0, cross), size.width) &&
                       read_number(word.substr(cross + 1), size.height);
    if (!whole || size.width < 1 || size.height < 1 || size.width > INT32_MAX ||
        size.height > INT32_MAX)
        throw UsageError(
            fmt::format("--size: WIDTHxHEIGHT in pixels, such as 6000x4000, not '{}'", word));
    return size;
}

std::int64_t parse_pixels(std::string_view word) {
    std::int64_t pixels = 0;
    if (!read_number(word, pixels) || pixels < 1)
        throw UsageError(fmt::format("--max-pixels: a number of pixels, not '{}'", word));
    return pixels;
}

int parse_number(std::string_view word, int least, int most, const char* what) {
    int number = 0;
    if (!read_number(word, number) || number < least || number > most)
        throw UsageError(
            fmt::format("{}: a number from {} to {}, not '{}'", what, least, most, word));
    return number;
}

std::uint64_t parse_bytes(std::string_view word, const char* what) {
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = word.empty() ? std::string_view::npos : units.find(word.back());
    const bool has_unit = unit != std::string_view::npos;
    const int shift = has_unit ? 10 * (static_cast<int>(unit) + 1) : 0;
    std::uint64_t number = 0;
    const bool whole = read_number(word.substr(0, word.size() - (has_unit ? 1 : 0)), number);
    if (!whole || number == 0 || number > UINT64_MAX >> shift)
        throw UsageError(
            fmt::format("{}: a size in bytes, such as 512M or 2G, not '{}'", what, word));
    return number << shift;
}

std::vector<std::string_view> split_list(std::string_view list) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t comma = list.find(',');
        words.push_back(list.substr(0, comma));
        if (comma == std::string_view::npos) return words;
        list.remove_prefix(comma + 1);
    }
}

}  // namespace turntile::app
