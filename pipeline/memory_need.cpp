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

// A pixel's share of what a decoder holds beside the pixels.
std::size_t decoder_bytes_per_pixel(const FileInfo& source) {
    switch (source.format) {
        case Format::webp: return 4;
        case Format::tiff: return pixel_bytes(source);
        default: return 0;
    }
}

// The same of an encoder, the growing file included.
std::size_t encoder_bytes_per_pixel(const FileInfo& source, Format format) {
    switch (format) {
        case Format::jpeg: return 2;
        case Format::webp: return 16;  // measured with libwebp 1.2.4, lossless
        default: return 3 * pixel_bytes(source);
    }
}

std::size_t read_coefficient_bytes(const FileInfo& source) {
    return source.holds_read_coefficients ? source.coefficient_bytes : 0;
}

// libjpeg gathers all coefficients of what it writes in several scans, or with tables of its own.
std::size_t written_coefficient_bytes(const FileInfo& source, const NewFile& made) {
    if (made.format != Format::jpeg) return 0;
    if (source.format != Format::jpeg)
        return made.progressive ? 2 * pixels_of(source) * source.pixel_bytes() : 0;
    const bool holds = source.holds_written_coefficients || made.progressive;
    return holds ? source.coefficient_bytes : 0;
}

}  // namespace

std::size_t picture_memory_bytes(std::size_t file_bytes, const FileInfo& source,
                                 const NewFile& made) {
    const std::size_t pixels = pixels_of(source);
    const std::size_t picture = pixels * pixel_bytes(source);
    const std::size_t decoding =
        picture + pixels * decoder_bytes_per_pixel(source) + read_coefficient_bytes(source);
    // The memory of the decoded picture stays beside the turned one: it is kept warm for the next.
    const std::size_t encoding = 2 * picture +
                                 pixels * encoder_bytes_per_pixel(source, made.format) +
                                 written_coefficient_bytes(source, made);
    // The result read back beside what it was made of.
    const std::size_t verifying =
        made.verify ? 3 * picture + written_coefficient_bytes(source, made) : 0;
    return 2 * file_bytes + std::max({decoding, encoding, verifying});
}

std::size_t lossless_memory_bytes(std::size_t file_bytes, const FileInfo& source) {
    return 3 * file_bytes + 2 * source.coefficient_bytes;
}

}  // namespace turntile
