#include "io/png_decode.hpp"

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "io/picture_name.hpp"
#include "io/png_file.hpp"

namespace turntile::io {
namespace {

/// Has libpng make B, G, R, A of whatever the file holds.
void resolve_pixels(const PngReader& reader) {
    const png_structp png = reader.png();
    const int colour_type = png_get_color_type(png, reader.info());
    if (colour_type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
    if (colour_type == PNG_COLOR_TYPE_GRAY) png_set_expand_gray_1_2_4_to_8(png);
    const bool has_transparency = png_get_valid(png, reader.info(), PNG_INFO_tRNS) != 0;
    if (has_transparency) png_set_tRNS_to_alpha(png);
    if (colour_type == PNG_COLOR_TYPE_GRAY_ALPHA ||
        (colour_type == PNG_COLOR_TYPE_GRAY && has_transparency))
        png_set_gray_to_rgb(png);
    png_set_bgr(png);
    if constexpr (std::endian::native == std::endian::little) png_set_swap(png);
}

/// Ends the settings: from here on libpng tells what they lead to.
void update(const PngReader& reader) {
    png_set_interlace_handling(reader.png());
    png_read_update_info(reader.png(), reader.info());
}

/// What libpng will give.
struct Pixels {
    Size size;
    int channels = 0;
    Sample sample = Sample::u8;

    std::size_t bytes() const {
        return static_cast<std::size_t>(channels) * (sample == Sample::u16 ? 2 : 1);
    }
};

Pixels pixels_of(const PngReader& reader) {
    const auto* png = reader.png();
    const auto* info = reader.info();
    return {{png_get_image_width(png, info), png_get_image_height(png, info)},
            png_get_channels(png, info),
            png_get_bit_depth(png, info) == 16 ? Sample::u16 : Sample::u8};
}

/// Reads all rows into `dst`, and what follows them. Where the file ends early and that is allowed,
/// what is missing is 0.
void read_rows(PngReader& reader, const ImageView& dst, bool allow_truncated) {
    std::vector<png_bytep> rows(static_cast<std::size_t>(dst.height));
    for (std::int64_t y = 0; y < dst.height; ++y) {
        rows[static_cast<std::size_t>(y)] = reinterpret_cast<png_bytep>(dst.row(y));
        if (allow_truncated) std::memset(dst.row(y), 0, dst.row_bytes());
    }
    // libpng drops the piece in which the file ends.
    constexpr std::size_t small_piece_bytes = 64;
    try {
        reader.guard([&] {
            if (allow_truncated) png_set_compression_buffer_size(reader.png(), small_piece_bytes);
            png_read_image(reader.png(), rows.data());
            png_read_end(reader.png(), nullptr);
        });
    } catch (const ImageError&) {
        if (!allow_truncated || !reader.ran_out()) throw;
    }
}

Picture read_picture(PngReader& reader, const Pixels& pixels, BufferSource& memory,
                     bool allow_truncated) {
    Picture picture;
    picture.channels = pixels.channels;
    picture.sample = pixels.sample;
    picture.planes[0] = memory.allocate(pixels.size.width, pixels.size.height, pixels.bytes());
    read_rows(reader, picture.planes[0], allow_truncated);
    return picture;
}

[[noreturn]] void refuse(const Pixels& pixels, const std::string& announced) {
    throw ImageError("the PNG holds " + picture_name(pixels.size, pixels.channels, pixels.sample) +
                     " where its headers announced " + announced);
}

}  // namespace

Picture decode_png(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                   bool allow_truncated) {
    PngReader reader(bytes);
    reader.guard([&] {
        resolve_pixels(reader);
        update(reader);
    });
    const Pixels pixels = pixels_of(reader);
    if (pixels.size != info.size || pixels.channels != info.channels ||
        pixels.sample != info.sample)
        refuse(pixels, picture_name(info.size, info.channels, info.sample));
    return read_picture(reader, pixels, memory, allow_truncated);
}

Picture decode_stored_png(std::span<const std::byte> bytes, const FileInfo& info,
                          BufferSource& memory, bool allow_truncated) {
    PngReader reader(bytes);
    reader.guard([&] {
        png_set_packing(reader.png());
        update(reader);
    });
    const Pixels pixels = pixels_of(reader);
    if (pixels.size != info.size || pixels.bytes() != info.stored_pixel_bytes)
        refuse(pixels, picture_name(info.size, info.channels, info.sample));
    return read_picture(reader, pixels, memory, allow_truncated);
}

}  // namespace turntile::io
