#include "io/turned_thumbnail.hpp"

#include <algorithm>
#include <cstdint>

#include "io/jpeg_lossless.hpp"
#include "io/jpeg_reader.hpp"
#include "io/jpeg_writer.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::int64_t longest_side_px = 2048;

/// Pixels as libjpeg gives and takes them: the file's own components, interleaved.
struct Samples {
    Size size;
    std::size_t pixel_bytes = 3;
    std::vector<unsigned char> bytes;

    Samples(Size of, std::size_t bytes_per_pixel)
        : size(of),
          pixel_bytes(bytes_per_pixel),
          bytes(static_cast<std::size_t>(of.width * of.height) * bytes_per_pixel) {}

    unsigned char* row(std::int64_t y) {
        return bytes.data() + static_cast<std::size_t>(y * size.width) * pixel_bytes;
    }
};

Samples decoded(io::JpegReader& reader) {
    jpeg_decompress_struct& codec = reader.codec();
    Samples samples(reader.size(), static_cast<std::size_t>(reader.components()));
    reader.guard([&] {
        codec.out_color_space = codec.jpeg_color_space;
        jpeg_start_decompress(&codec);
        while (codec.output_scanline < codec.output_height) {
            unsigned char* row = samples.row(codec.output_scanline);
            jpeg_read_scanlines(&codec, &row, 1);
        }
    });
    return samples;
}

Samples turned(Samples& src, Turn turn) {
    Samples dst(turned(src.size, turn), src.pixel_bytes);
    for (std::int64_t y = 0; y < src.size.height; ++y)
        for (std::int64_t x = 0; x < src.size.width; ++x) {
            const Point to = turned(Point{x, y}, src.size, turn);
            const unsigned char* from = src.row(y) + static_cast<std::size_t>(x) * src.pixel_bytes;
            std::copy_n(from, src.pixel_bytes,
                        dst.row(to.y) + static_cast<std::size_t>(to.x) * dst.pixel_bytes);
        }
    return dst;
}

/// Decoded and encoded again with the same tables: what a turn needs whose edges cut blocks.
std::vector<std::byte> turned_samples(std::span<const std::byte> jpeg, Turn turn) {
    io::JpegReader reader(jpeg, false);
    Samples stored = decoded(reader);
    const JpegCoding coding = turned(reader.coding(), turn);
    Samples samples = turned(stored, turn);
    io::JpegWriter writer(coding, std::nullopt, jpeg.size());
    writer.start_samples(coding);
    writer.guard([&] {
        jpeg_compress_struct& codec = writer.codec();
        while (codec.next_scanline < codec.image_height) {
            unsigned char* row = samples.row(codec.next_scanline);
            jpeg_write_scanlines(&codec, &row, 1);
        }
    });
    return writer.finish();
}

}  // namespace

std::optional<std::vector<std::byte>> turned_thumbnail(std::span<const std::byte> jpeg, Turn turn) {
    try {
        {
            io::JpegReader reader(jpeg, false);
            if (reader.size().width > longest_side_px || reader.size().height > longest_side_px)
                return std::nullopt;
        }
        try {
            return turn_jpeg_lossless(jpeg, turn).bytes;
        } catch (const ImageError&) {
            return turned_samples(jpeg, turn);
        }
    } catch (const ImageError&) {
        return std::nullopt;
    }
}

}  // namespace turntile
