#include "io/png_colours.hpp"

#include <algorithm>
#include <cstdint>

#include "io/byte_reader.hpp"

namespace turntile {
namespace {

// The colour types that can have transparency; those of colour have the bit of `rgb`.
constexpr std::uint8_t grey = 0;
constexpr std::uint8_t rgb = 2;
constexpr std::uint8_t palette = 3;

struct Kind {
    int bits = 8;
    std::uint8_t colour_type = rgb;
};

constexpr std::size_t entry_bytes = 3;

/// What pixels of this depth can name.
std::size_t most_entries(const Kind& kind) {
    return std::size_t{1} << std::min(kind.bits, 8);
}

bool is_palette(const PngChunk& chunk, const Kind& kind) {
    constexpr std::size_t largest_bytes = 256 * entry_bytes;
    const std::size_t bytes = chunk.data.size();
    return (kind.colour_type & rgb) != 0 && bytes > 0 && bytes <= largest_bytes &&
           bytes % entry_bytes == 0;
}

bool is_transparency(const PngChunk& chunk, const Kind& kind,
                     const std::optional<PngChunk>& colours) {
    const std::size_t bytes = chunk.data.size();
    switch (kind.colour_type) {
        case grey: return bytes == 2;
        case rgb: return bytes == 6;
        case palette:
            return colours && bytes > 0 &&
                   bytes <= std::min(colours->data.size() / entry_bytes, most_entries(kind));
        default: return false;
    }
}

bool is_same(const std::optional<PngChunk>& a, const PngChunk& b) {
    return a && a->offset == b.offset;
}

}  // namespace

bool PngColours::holds(const PngChunk& chunk) const {
    return is_same(palette, chunk) || is_same(transparency, chunk);
}

PngColours png_colours(std::span<const std::byte> file) {
    const ByteReader header(file, ByteOrder::big);
    const Kind kind = {header.u8(24).value_or(8), header.u8(25).value_or(rgb)};
    PngColours colours;
    bool has_early_transparency = false;
    PngWalker walker(file);
    while (const auto chunk = walker.next()) {
        if (chunk->type == "IDAT") break;
        if (chunk->type == "PLTE" && !colours.palette && is_palette(*chunk, kind)) {
            colours.palette = chunk;
            has_early_transparency = colours.transparency.has_value();
        }
        if (chunk->type == "tRNS" && !colours.transparency &&
            is_transparency(*chunk, kind, colours.palette))
            colours.transparency = chunk;
    }
    if (has_early_transparency) colours.transparency.reset();  // nor is there a second one
    return colours;
}

}  // namespace turntile
