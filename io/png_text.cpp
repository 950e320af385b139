#include "io/png_text.hpp"

#include <algorithm>

#include "io/byte_reader.hpp"
#include "io/deflate.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::size_t largest_text_bytes = std::size_t{16} << 20;
constexpr std::size_t longest_keyword = 79;

/// Where a chunk's text starts in its data.
struct TextPlace {
    std::size_t start = 0;
    bool is_compressed = false;
};

/// The offset behind the first 0 at or after `from`.
std::optional<std::size_t> past_zero(std::span<const std::byte> data, std::size_t from) {
    if (from > data.size()) return std::nullopt;
    const auto rest = data.subspan(from);
    const auto zero = std::find(rest.begin(), rest.end(), std::byte{0});
    if (zero == rest.end()) return std::nullopt;
    return from + static_cast<std::size_t>(zero - rest.begin()) + 1;
}

std::optional<TextPlace> international_place(std::span<const std::byte> data, std::size_t start) {
    const ByteReader reader(data, ByteOrder::big);
    const auto flag = reader.u8(start);
    const auto method = reader.u8(start + 1);
    if (!flag || !method || *flag > 1 || (*flag == 1 && *method != 0)) return std::nullopt;
    const auto past_language = past_zero(data, start + 2);
    const auto past_translation = past_language ? past_zero(data, *past_language) : std::nullopt;
    if (!past_translation) return std::nullopt;
    return TextPlace{*past_translation, *flag == 1};
}

std::optional<TextPlace> place_of_text(const PngChunk& chunk) {
    const std::string_view keyword = png_keyword(chunk);
    if (keyword.empty()) return std::nullopt;
    const std::size_t start = keyword.size() + 1;
    if (chunk.type == "tEXt") return TextPlace{start, false};
    if (chunk.type == "iTXt") return international_place(chunk.data, start);
    const ByteReader reader(chunk.data, ByteOrder::big);
    if (reader.u8(start) != 0) return std::nullopt;  // the one compression method
    return TextPlace{start + 1, true};
}

}  // namespace

std::string_view png_keyword(const PngChunk& chunk) {
    if (chunk.type != "tEXt" && chunk.type != "zTXt" && chunk.type != "iTXt") return {};
    const std::string_view data(reinterpret_cast<const char*>(chunk.data.data()),
                                chunk.data.size());
    const std::size_t zero = data.substr(0, longest_keyword + 1).find('\0');
    return zero == std::string_view::npos ? std::string_view{} : data.substr(0, zero);
}

std::optional<std::vector<std::byte>> png_text(const PngChunk& chunk) {
    const auto place = place_of_text(chunk);
    if (!place) return std::nullopt;
    const auto stored = chunk.data.subspan(place->start);
    if (place->is_compressed) return inflated(stored, largest_text_bytes);
    if (stored.size() > largest_text_bytes) return std::nullopt;
    return std::vector<std::byte>(stored.begin(), stored.end());
}

std::vector<std::byte> png_data_with_text(const PngChunk& chunk, std::span<const std::byte> text) {
    if (text.size() > largest_text_bytes)
        throw ImageError("a text of the PNG would grow beyond 16 MiB");
    const TextPlace place = place_of_text(chunk).value();
    std::vector<std::byte> data(chunk.data.begin(),
                                chunk.data.begin() + static_cast<std::ptrdiff_t>(place.start));
    const std::vector<std::byte> packed =
        place.is_compressed ? deflated(text) : std::vector<std::byte>(text.begin(), text.end());
    append(data, packed);
    return data;
}

}  // namespace turntile
