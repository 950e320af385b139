#include "io/png_encode.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "io/png_chunks.hpp"
#include "io/png_coding.hpp"
#include "io/png_colours.hpp"
#include "io/png_file.hpp"

namespace turntile::io {
namespace {

/// What IHDR says beside the size.
struct Kind {
    int bits = 8;
    int colour_type = PNG_COLOR_TYPE_RGB;
    int interlacing = PNG_INTERLACE_NONE;
};

// A third of the time that zlib's default takes, for files a few percent larger.
constexpr PngCoding quick = {.zlib_level = 3,
                             .filters = PNG_FILTER_NONE | PNG_FILTER_SUB | PNG_FILTER_UP};

constexpr int diligent_level = 9;

/// Sets all that stands before the pixels but the colours' chunks.
void set_up(const PngWriter& writer, const Kind& kind, Size size, const PngCoding& coding) {
    png_set_compression_level(writer.png(), coding.zlib_level);
    png_set_filter(writer.png(), PNG_FILTER_TYPE_BASE, coding.filters);
    png_set_IHDR(writer.png(), writer.info(), static_cast<png_uint_32>(size.width),
                 static_cast<png_uint_32>(size.height), kind.bits, kind.colour_type,
                 kind.interlacing, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
}

std::vector<png_bytep> rows_of(const ImageView& plane) {
    std::vector<png_bytep> rows(static_cast<std::size_t>(plane.height));
    for (std::int64_t y = 0; y < plane.height; ++y)
        rows[static_cast<std::size_t>(y)] = reinterpret_cast<png_bytep>(plane.row(y));
    return rows;
}

/// Gives the written file what says how the read one's pixels are meant, and stands before tRNS.
void copy_palette(const PngReader& from, const PngWriter& to) {
    png_colorp palette = nullptr;
    int count = 0;
    if (png_get_PLTE(from.png(), from.info(), &palette, &count) != 0)
        png_set_PLTE(to.png(), to.info(), palette, count);
    png_color_8p significant_bits = nullptr;
    if (png_get_sBIT(from.png(), from.info(), &significant_bits) != 0)
        png_set_sBIT(to.png(), to.info(), significant_bits);
}

/// Writes the chunks that mean the same for each file of this kind of pixel as they stand in
/// `source`, whose `colours` are. libpng would leave out what has bits above the depth, which count
/// for nothing.
void copy_colour_chunks(std::span<const std::byte> source, const PngColours& colours,
                        const PngWriter& to) {
    constexpr std::array<std::string_view, 3> types = {"tRNS", "bKGD", "hIST"};
    PngWalker walker(source);
    while (const auto chunk = walker.next()) {
        if (chunk->type == "IDAT") break;
        if (std::ranges::find(types, chunk->type) == types.end()) continue;
        if (chunk->type == "tRNS" && !colours.holds(*chunk)) continue;
        if (has_right_crc(*chunk, source))
            png_write_chunk(to.png(), reinterpret_cast<png_const_bytep>(chunk->type.data()),
                            reinterpret_cast<png_const_bytep>(chunk->data.data()),
                            chunk->data.size());
        else if (chunk->type == "tRNS")
            png_error(to.png(), "the checksum of tRNS is wrong");
    }
}

Kind kind_of(const PngReader& reader) {
    return {png_get_bit_depth(reader.png(), reader.info()),
            png_get_color_type(reader.png(), reader.info()),
            png_get_interlace_type(reader.png(), reader.info())};
}

Kind kind_of(const Picture& picture) {
    return {picture.sample == Sample::u16 ? 16 : 8,
            picture.channels == 1   ? PNG_COLOR_TYPE_GRAY
            : picture.channels == 3 ? PNG_COLOR_TYPE_RGB
                                    : PNG_COLOR_TYPE_RGB_ALPHA,
            PNG_INTERLACE_NONE};
}

std::vector<std::byte> encode_rows(std::vector<png_bytep>& rows, Size size,
                                   std::span<const std::byte> source, const PngReader& reader,
                                   const PngCoding& coding) {
    PngWriter writer;
    const PngColours colours = png_colours(source);
    writer.guard([&] {
        set_up(writer, kind_of(reader), size, coding);
        copy_palette(reader, writer);
        png_write_info(writer.png(), writer.info());
        copy_colour_chunks(source, colours, writer);
        png_set_packing(writer.png());
        png_write_image(writer.png(), rows.data());
        png_write_end(writer.png(), nullptr);
    });
    return writer.take_file();
}

}  // namespace

std::vector<std::byte> encode_png(const Picture& picture) {
    const ImageView& plane = picture.planes[0];
    std::vector<png_bytep> rows = rows_of(plane);
    PngWriter writer;
    writer.guard([&] {
        set_up(writer, kind_of(picture), plane.size(), quick);
        png_write_info(writer.png(), writer.info());
        png_set_bgr(writer.png());
        if constexpr (std::endian::native == std::endian::little) png_set_swap(writer.png());
        png_write_image(writer.png(), rows.data());
        png_write_end(writer.png(), nullptr);
    });
    return writer.take_file();
}

std::vector<std::byte> encode_png_like(std::span<const std::byte> source, const Picture& picture,
                                       Turn turn) {
    std::vector<png_bytep> rows = rows_of(picture.planes[0]);
    PngCoding coding = png_coding(source);
    if (swaps_axes(turn)) coding.filters = with_swapped_axes(coding.filters);
    const PngReader reader(source);
    std::vector<std::byte> file =
        encode_rows(rows, picture.planes[0].size(), source, reader, coding);
    // Some writers work hard and call it zlib's fastest level all the same.
    const bool is_much_longer = file.size() > source.size() + source.size() / 10;
    if (is_much_longer && coding.zlib_level < diligent_level) {
        coding.zlib_level = diligent_level;
        file = encode_rows(rows, picture.planes[0].size(), source, reader, coding);
    }
    return file;
}

}  // namespace turntile::io
