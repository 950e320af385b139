#include "io/png_info.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "io/byte_reader.hpp"
#include "io/counted.hpp"
#include "io/dropped_metadata.hpp"
#include "io/png_chunks.hpp"
#include "io/png_colours.hpp"
#include "io/png_metadata.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::uint32_t largest_number = 0x7fffffff;  // of PNG

// PNG 3rd edition, 11.2.1.
enum ColourType : std::uint8_t { grey = 0, rgb = 2, palette = 3, grey_alpha = 4, rgb_alpha = 6 };

struct Header {
    Size size;
    int bits = 8;
    std::uint8_t colour_type = rgb;
};

/// What the chunks after the header tell.
struct Chunks {
    bool has_end = false;
    bool default_image_is_animated = false;
    bool has_pixels = false;
    std::uint64_t pixels_bytes = 0;  ///< compressed
    std::uint32_t animation_frames = 0;
    std::uint64_t end = 0;
    DroppedMetadata dropped;
    DroppedMetadata animation;  ///< the chunks that belong to it
};

bool is_known_kind(int bits, std::uint8_t colour_type) {
    switch (colour_type) {
        case grey: return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16;
        case palette: return bits == 1 || bits == 2 || bits == 4 || bits == 8;
        case rgb:
        case grey_alpha:
        case rgb_alpha: return bits == 8 || bits == 16;
        default: return false;
    }
}

Header read_header(const ByteReader& file) {
    const char* what = "the PNG's header";
    if (!file.holds(0, png_signature)) throw ImageError("the PNG's signature is damaged");
    if (require(file.u32(8), what) != 13 || !file.holds(12, "IHDR"))
        throw ImageError("the PNG does not start with its header");
    Header header;
    header.size = {require(file.u32(16), what), require(file.u32(20), what)};
    header.bits = require(file.u8(24), what);
    header.colour_type = require(file.u8(25), what);
    if (header.size.width == 0 || header.size.height == 0 || header.size.width > largest_number ||
        header.size.height > largest_number)
        throw ImageError("the PNG's header gives no possible size");
    if (!is_known_kind(header.bits, header.colour_type))
        throw ImageError("the PNG's header gives no possible kind of pixel");
    return header;
}

/// Whether a turned file lacks the chunk.
bool is_lost(const PngChunk& chunk, const PngColours& colours) {
    if (chunk.type == "PLTE" || chunk.type == "tRNS") return !colours.holds(chunk);
    return !survives_turn(chunk);
}

void read_chunk(const PngChunk& chunk, const PngColours& colours, Chunks& chunks) {
    const ByteReader data(chunk.data, ByteOrder::big);
    const std::string name = "the " + std::string(chunk.type) + " chunk";
    if (chunk.type == "acTL" || chunk.type == "fcTL" || chunk.type == "fdAT")
        chunks.animation.add(name);
    if (is_lost(chunk, colours))
        chunks.dropped.add(name);
    else if (chunk.type == "acTL")
        chunks.animation_frames = data.u32(0).value_or(0);
    else if (chunk.type == "fcTL")
        chunks.default_image_is_animated |= !chunks.has_pixels;
    else if (chunk.type == "IDAT") {
        chunks.has_pixels = true;
        chunks.pixels_bytes += chunk.data.size();
    }
}

Chunks read_chunks(std::span<const std::byte> file, const PngColours& colours) {
    Chunks chunks;
    PngWalker walker(file);
    while (const auto chunk = walker.next())
        read_chunk(*chunk, colours, chunks);
    chunks.has_end = walker.has_end();
    chunks.end = walker.position();
    return chunks;
}

/// The channels that `decode` gives: palettes and transparent colours are resolved.
int decoded_channels(const Header& header, bool has_transparency) {
    switch (header.colour_type) {
        case grey: return has_transparency ? 4 : 1;
        case rgb:
        case palette: return has_transparency ? 4 : 3;
        default: return 4;
    }
}

std::uint64_t stored_channels(const Header& header) {
    switch (header.colour_type) {
        case rgb: return 3;
        case grey_alpha: return 2;
        case rgb_alpha: return 4;
        default: return 1;
    }
}

void note_decoding(const Header& header, bool has_transparency, FileInfo& info) {
    const bool becomes_bgra = info.channels == 4;
    if (header.colour_type == palette)
        info.decode_notes.emplace_back(becomes_bgra ? "palette becomes RGBA"
                                                    : "palette becomes RGB");
    else if (header.colour_type == grey_alpha)
        info.decode_notes.emplace_back("grey with alpha becomes RGBA");
    else if (has_transparency && header.colour_type != rgb_alpha)
        info.decode_notes.emplace_back("transparent colour becomes alpha");
    else if (header.bits < 8)
        info.decode_notes.emplace_back(std::to_string(header.bits) + "-bit grey becomes 8-bit");
}

/// Whether so few compressed bytes can be that many pixels: deflate makes at most 1032 bytes of
/// one.
bool can_be_whole(const Header& header, std::uint64_t compressed_bytes) {
    constexpr std::uint64_t best_ratio = 1032;
    const auto width = static_cast<std::uint64_t>(header.size.width);
    const std::uint64_t pixel_bits =
        stored_channels(header) * static_cast<std::uint64_t>(header.bits);
    const std::uint64_t row_bytes = (width * pixel_bits + 7) / 8;
    return row_bytes * static_cast<std::uint64_t>(header.size.height) / best_ratio <=
           compressed_bytes;
}

/// An animation of one picture, or whose length is not told, is none: only its chunks are lost.
void note_frames(const Chunks& chunks, FileInfo& info) {
    // The picture that other readers show may stand outside the animation.
    const std::uint64_t pictures =
        chunks.animation_frames == 0
            ? 1
            : std::uint64_t{chunks.animation_frames} + (chunks.default_image_is_animated ? 0 : 1);
    info.frames = static_cast<int>(std::min<std::uint64_t>(pictures, largest_number));
    if (pictures > 1)
        info.refused.push_back({Loss::animation, counted(pictures - 1, "more animation frame")});
    else
        chunks.animation.note_in(info);
}

}  // namespace

FileInfo png_info(std::span<const std::byte> bytes) {
    const ByteReader file(bytes, ByteOrder::big);
    const Header header = read_header(file);
    const PngColours colours = png_colours(bytes);
    const Chunks chunks = read_chunks(bytes, colours);
    const bool has_transparency = colours.transparency.has_value();
    FileInfo info;
    info.format = Format::png;
    info.size = header.size;
    info.sample = header.bits == 16 ? Sample::u16 : Sample::u8;
    info.channels = decoded_channels(header, has_transparency);
    info.stored_pixel_bytes = stored_channels(header) * (header.bits == 16 ? 2 : 1);
    note_decoding(header, has_transparency, info);
    note_frames(chunks, info);
    if (!chunks.has_end)
        info.refused.push_back({Loss::truncated, "the PNG ends early"});
    else if (!can_be_whole(header, chunks.pixels_bytes))
        throw ImageError("the PNG holds too few bytes for its size");
    chunks.dropped.note_in(info);
    read_png_orientation(bytes).put_in(info);
    if (chunks.has_end && chunks.end < file.size())
        info.dropped.push_back(
            {Loss::extras, counted(file.size() - chunks.end, "byte") + " after the PNG's end"});
    return info;
}

bool is_grey_png(std::span<const std::byte> file) {
    const Header header = read_header(ByteReader(file, ByteOrder::big));
    return header.colour_type == grey || header.colour_type == grey_alpha;
}

}  // namespace turntile
