#include "io/side_limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>

#include "turntile/error.hpp"

namespace turntile::io {
namespace {

constexpr std::int64_t max_jpeg_side_px = 65500;  // libjpeg's JPEG_MAX_DIMENSION

std::int64_t max_written_px(Format format) {
    switch (format) {
        case Format::jpeg: return max_jpeg_side_px;
        case Format::webp: return 16383;  // WEBP_MAX_DIMENSION
        case Format::png: return 0x7fffffff;
        case Format::tiff:
        case Format::bmp:
        case Format::pnm: break;
    }
    return std::numeric_limits<std::int64_t>::max();
}

std::string text(Size size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

}  // namespace

void require_writable_sides(Format format, Size size) {
    const std::int64_t limit_px = max_written_px(format);
    if (std::max(size.width, size.height) > limit_px)
        throw ImageError(std::string(name(format)) + " cannot hold " + text(size) +
                         ": sides end at " + std::to_string(limit_px) + " pixels");
}

void require_readable_sides(const FileInfo& info) {
    const bool is_opencvs =
        info.format == Format::tiff || info.format == Format::bmp || info.format == Format::pnm;
    // The environment may set other limits, which OpenCV then checks by itself.
    const bool is_set = std::getenv("OPENCV_IO_MAX_IMAGE_WIDTH") != nullptr ||
                        std::getenv("OPENCV_IO_MAX_IMAGE_HEIGHT") != nullptr;
    if (is_opencvs && !is_set && std::max(info.size.width, info.size.height) > 1 << 20)
        throw ImageError(text(info.size) + " has a longer side than OpenCV's limit of 2^20 pixels");
}

}  // namespace turntile::io
