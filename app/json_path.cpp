#include "app/json_path.hpp"

#include <cstdint>
#include <stdexcept>

#include "app/console.hpp"

namespace turntile::app {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t group_bytes = 3;
constexpr std::size_t group_digits = 4;

}  // namespace

std::string base64(std::string_view bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += group_bytes) {
        const std::size_t count = std::min(group_bytes, bytes.size() - i);
        unsigned group = 0;
        for (std::size_t k = 0; k < group_bytes; ++k)
            group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < group_digits; ++k)
            text += k <= count ? digits[group >> (18 - 6 * k) & 63U] : '=';
    }
    return text;
}

std::string from_base64(std::string_view text) {
    if (text.size() % group_digits != 0) throw std::invalid_argument("no base64");
    std::string bytes;
    for (; !text.empty(); text.remove_prefix(group_digits)) {
        const bool is_last = text.size() == group_digits;
        std::size_t count = group_bytes;
        while (is_last && count > 1 && text[count] == '=')
            --count;
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < group_digits; ++k) {
            const std::size_t digit = k > count ? 0 : digits.find(text[k]);
            if (digit == std::string_view::npos) throw std::invalid_argument("no base64");
            group = group << 6 | static_cast<std::uint32_t>(digit);
        }
        for (std::size_t k = 0; k < count; ++k)
            bytes += static_cast<char>(group >> (16 - 8 * k) & 0xFFU);
    }
    return bytes;
}

void put_path(Json& json, const std::string& key, const std::string& path) {
    json[key] = as_utf8(path);
    if (!is_utf8(path)) json[key + "_base64"] = base64(path);
}

std::string get_path(const Json& json, const std::string& key) {
    const auto exact = json.find(key + "_base64");
    if (exact != json.end()) return from_base64(exact->get<std::string>());
    return json.at(key).get<std::string>();
}

}  // namespace turntile::app
