#include "coded_png.hpp"

#include <random>
#include <stdexcept>

namespace turntile::tests {
namespace {

std::size_t channels_of(int colour_type) {
    switch (colour_type) {
        case PNG_COLOR_TYPE_RGB: return 3;
        case PNG_COLOR_TYPE_GRAY_ALPHA: return 2;
        case PNG_COLOR_TYPE_RGB_ALPHA: return 4;
        default: return 1;
    }
}

void write(png_structp png, png_bytep src, png_size_t count) {
    auto& file = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
    const auto* bytes = reinterpret_cast<const std::byte*>(src);
    file.insert(file.end(), bytes, bytes + count);
}

void flush(png_structp) {}

void set_palette(png_structp png, png_infop info, int bits) {
    std::vector<png_color> palette(std::size_t{1} << bits);
    for (std::size_t i = 0; i < palette.size(); ++i)
        palette[i] = {static_cast<png_byte>(i * 5), static_cast<png_byte>(255 - i),
                      static_cast<png_byte>(i)};
    png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
}

void set_colours(png_structp png, png_infop info, const PngKind& kind) {
    png_byte alpha[] = {0, 128};
    png_color_16 colour = {1, 1, 1, 1, 1};
    if ((kind.colour_type & PNG_COLOR_MASK_ALPHA) == 0) png_set_tRNS(png, info, alpha, 2, &colour);
    png_set_bKGD(png, info, &colour);
    const png_color_8 bits = {1, 1, 1, 1, 1};
    png_set_sBIT(png, info, &bits);
}

}  // namespace

const PngKind* find_png_kind(std::string_view name) {
    for (const PngKind& kind : png_kinds)
        if (name == kind.name) return &kind;
    throw std::invalid_argument("no such kind of PNG");
}

ConstImageView PngPixels::view() const {
    return {bytes.data(), size.width, size.height, pixel_bytes,
            static_cast<std::size_t>(size.width) * pixel_bytes};
}

PngPixels random_png_pixels(Size size, const PngKind& kind, unsigned seed) {
    PngPixels pixels{size, kind, channels_of(kind.colour_type) * (kind.bits == 16 ? 2 : 1)};
    pixels.bytes.resize(pixels.view().pixels_bytes());
    std::mt19937 random(seed);
    const unsigned most = kind.bits < 8 ? (1U << kind.bits) - 1 : 255;
    for (std::byte& byte : pixels.bytes)
        byte = static_cast<std::byte>(random() & most);
    return pixels;
}

std::vector<std::byte> coded_png(const PngPixels& pixels, const PngSettings& settings) {
    std::vector<std::byte> file;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &file, write, flush);
    png_set_compression_level(png, settings.zlib_level);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, settings.filters);
    png_set_IHDR(png, info, static_cast<png_uint_32>(pixels.size.width),
                 static_cast<png_uint_32>(pixels.size.height), pixels.kind.bits,
                 pixels.kind.colour_type,
                 settings.is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (pixels.kind.colour_type == PNG_COLOR_TYPE_PALETTE) set_palette(png, info, pixels.kind.bits);
    if (settings.has_colours) set_colours(png, info, pixels.kind);
    png_write_info(png, info);
    png_set_packing(png);
    std::vector<png_bytep> rows;
    for (std::int64_t y = 0; y < pixels.size.height; ++y)
        rows.push_back(reinterpret_cast<png_bytep>(const_cast<std::byte*>(pixels.view().row(y))));
    png_write_image(png, rows.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return file;
}

}  // namespace turntile::tests
