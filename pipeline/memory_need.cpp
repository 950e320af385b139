#include "pipeline/memory_need.hpp"

#include <algorithm>

namespace turntile {
namespace {

std::size_t pixels_of(const FileInfo& source) {
    const auto width = static_cast<std::size_t>(std::max<std::int64_t>(source.size.width, 0));
    const auto height = static_cast<std::size_t>(std::max<std::int64_t>(source.size.height, 0));
    return width * height;
}

// Of the pixels that are decoded, whichever way that is.
std::size_t pixel_bytes(const FileInfo& source) {
    return std::max(source.pixel_bytes(), source.stored_pixel_bytes);
}

// All scans of a progressive JPEG are gathered as coefficients of two bytes.
std::size_t jpeg_coefficient_bytes(const FileInfo& source) {
    return source.progressive ? 2 * static_cast<std::size_t>(source.channels) : 0;
}

// A pixel's share of what a decoder holds beside the pixels.
std::size_t decoder_bytes_per_pixel(const FileInfo& source) {
    switch (source.format) {
        case Format::jpeg: return jpeg_coefficient_bytes(source);
        case Format::webp: return 4;
        case Format::tiff: return pixel_bytes(source);
        default: return 0;
    }
}

// The same of an encoder, the growing file included.
std::size_t encoder_bytes_per_pixel(const FileInfo& source, Format format) {
    switch (format) {
        case Format::jpeg: return jpeg_coefficient_bytes(source) + 2;
        case Format::webp: return 16;  // measured with libwebp 1.2.4, lossless
        default: return 3 * pixel_bytes(source);
    }
}

}  // namespace

std::size_t picture_memory_bytes(std::size_t file_bytes, const FileInfo& source, Format format) {
    const std::size_t per_pixel =
        std::max({decoder_bytes_per_pixel(source) + pixel_bytes(source), 2 * pixel_bytes(source),
                  pixel_bytes(source) + encoder_bytes_per_pixel(source, format)});
    return 2 * file_bytes + pixels_of(source) * per_pixel;
}

std::size_t lossless_memory_bytes(std::size_t file_bytes, const FileInfo& source) {
    return 3 * file_bytes + pixels_of(source) * 4 * static_cast<std::size_t>(source.channels);
}

}  // namespace turntile
