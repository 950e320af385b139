#include "io/opencv_decode.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <utility>
#include <vector>

#include "io/check_tiff_data.hpp"
#include "io/opencv_allocator.hpp"
#include "io/opencv_pixels.hpp"
#include "io/picture_name.hpp"
#include "io/tiff_extent.hpp"
#include "io/tiff_metadata.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

std::string damaged(const FileInfo& info) {
    return std::string("damaged or truncated ") + name(info.format) + " data";
}

/// What an exception of OpenCV's means, without its file names and line numbers.
std::string reason(const cv::Exception& error, const FileInfo& info) {
    const std::string picture = picture_name(info.size, info.channels, info.sample);
    if (error.err.find("CV_IO_MAX_IMAGE_PIXELS") != std::string::npos)
        return picture +
               " has more pixels than OpenCV's limit of 2^30 (or than the environment's " +
               "OPENCV_IO_MAX_IMAGE_PIXELS)";
    if (error.err.find("CV_IO_MAX_IMAGE_") != std::string::npos)
        return picture + " has a longer side than OpenCV's limit of 2^20 pixels (or than the " +
               "environment's OPENCV_IO_MAX_IMAGE_WIDTH or _HEIGHT)";
    const std::string first_line = error.err.substr(0, error.err.find('\n'));
    return damaged(info) + " (OpenCV says: " + first_line + ")";
}

/// The file as OpenCV's decoders want it. They do not write to it.
cv::Mat file_matrix(std::span<const std::byte> bytes) {
    if (!std::in_range<int>(bytes.size()))
        throw ImageError("a file of " + std::to_string(bytes.size()) +
                         " bytes is too long for OpenCV, which reads up to 2^31 - 1");
    auto* data = const_cast<std::byte*>(bytes.data());
    return {1, static_cast<int>(bytes.size()), CV_8UC1, data};
}

void require_announced(const cv::Mat& pixels, int type, const FileInfo& info) {
    if (pixels.empty()) throw ImageError(damaged(info));
    if (pixels.cols == info.size.width && pixels.rows == info.size.height && pixels.type() == type)
        return;
    throw ImageError(std::string("OpenCV decodes the ") + name(info.format) + " data to " +
                     std::to_string(pixels.cols) + "x" + std::to_string(pixels.rows) + " " +
                     cv::typeToString(pixels.type()).substr(3) + " where its headers announced " +
                     picture_name(info.size, info.channels, info.sample));
}

/// Decodes `file`, which holds pixels of `type`, as far as possible into the allocator's plane.
cv::Mat decode_into(PlaneAllocator& allocator, const cv::Mat& file, const FileInfo& info) {
    cv::Mat pixels;
    pixels.allocator = &allocator;
    try {
        cv::imdecode(file, cv::IMREAD_UNCHANGED, &pixels);
    } catch (const cv::Exception& error) {
        allocator.rethrow_failure();
        throw ImageError(reason(error, info));
    }
    allocator.rethrow_failure();
    return pixels;
}

// P1, P2 or P3: numbers in words.
bool is_plain_pnm(std::span<const std::byte> file, const FileInfo& info) {
    return info.format == Format::pnm && file.size() > 1 && file[1] <= std::byte{'3'};
}

// OpenCV takes a plain PNM's last number for cut off unless something follows it.
std::vector<std::byte> with_line_end(std::span<const std::byte> file) {
    std::vector<std::byte> result(file.begin(), file.end());
    result.push_back(std::byte{'\n'});
    return result;
}

}  // namespace

Picture decode_with_opencv(std::span<const std::byte> bytes, const FileInfo& info,
                           BufferSource& memory) {
    // OpenCV's TIFF decoder turns by the orientation tag, whatever the flags.
    std::vector<std::byte> changed;
    if (info.format == Format::tiff) require_possible_pieces(bytes);
    if (info.format == Format::tiff) bytes = changed = tiff_with_orientation_tag(bytes, Turn::none);
    if (is_plain_pnm(bytes, info)) bytes = changed = with_line_end(bytes);
    if (info.format == Format::tiff && info.sample == Sample::u8) require_whole_tiff_data(bytes);

    const int type = opencv_type(info.channels, info.sample);
    PlaneAllocator allocator(memory, info.size, type);
    const cv::Mat pixels = decode_into(allocator, file_matrix(bytes), info);
    require_announced(pixels, type, info);

    Picture picture;
    picture.planes[0] = allocator.plane();
    if (picture.planes[0].empty())
        picture.planes[0] = memory.allocate(info.size.width, info.size.height, info.pixel_bytes());
    picture.channels = info.channels;
    picture.sample = info.sample;
    if (pixels.data != picture.planes[0].data) copy_rows(pixels, picture.planes[0]);
    return picture;
}

}  // namespace turntile::io
