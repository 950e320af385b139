#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/bmp_stored.hpp"
#include "io/encode_bmp_alpha.hpp"
#include "io/encode_webp.hpp"
#include "io/jpeg_encode.hpp"
#include "io/opencv_pixels.hpp"
#include "io/picture_name.hpp"
#include "io/png_encode.hpp"
#include "io/pnm_stored.hpp"
#include "io/side_limits.hpp"
#include "io/tiff_encode.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using io::picture_name;

void require_quality(const EncodeOptions& options) {
    if (options.jpeg_quality && (*options.jpeg_quality < 1 || *options.jpeg_quality > 100))
        throw std::invalid_argument("encode: JPEG quality " +
                                    std::to_string(*options.jpeg_quality) +
                                    " is not within 1 to 100");
}

void require_valid(const Picture& picture) {
    if (picture.jpeg) throw std::invalid_argument("a JPEG's components can only become a JPEG");
    const ImageView& plane = picture.planes[0];
    const bool known_channels =
        picture.channels == 1 || picture.channels == 3 || picture.channels == 4;
    if (picture.plane_count != 1 || !known_channels || plane.empty() || plane.data == nullptr)
        throw std::invalid_argument("encode wants one plane of 1, 3 or 4 channels, not empty");
    const int type = io::opencv_type(picture.channels, picture.sample);
    if (plane.pixel_bytes != static_cast<std::size_t>(CV_ELEM_SIZE(type)) ||
        plane.pitch_bytes < plane.row_bytes())
        throw std::invalid_argument("encode: pixel size or pitch do not fit the picture's kind");
}

void require_held(const Picture& picture, Format format) {
    if (!can_hold(format, picture.channels, picture.sample))
        throw ImageError(std::string(name(format)) + " cannot hold " +
                         pixel_name(picture.channels, picture.sample) + " pixels");
    io::require_writable_sides(format, picture.planes[0].size());
}

const char* opencv_extension(Format format, int channels) {
    switch (format) {
        case Format::jpeg: break;  // has its own encoder
        case Format::png: return ".png";
        case Format::tiff: return ".tiff";
        case Format::bmp: return ".bmp";
        case Format::webp: return ".webp";
        case Format::pnm: return channels == 1 ? ".pgm" : ".ppm";
    }
    throw std::invalid_argument("unknown format");
}

std::vector<int> opencv_parameters(const EncodeOptions& options) {
    constexpr int tiff_lzw = 5;
    switch (options.format) {
        // Without a word OpenCV writes 32FC3 as LogLuv, which loses.
        case Format::tiff: return {cv::IMWRITE_TIFF_COMPRESSION, tiff_lzw};
        default: return {};
    }
}

std::vector<std::byte> encode_with_opencv(const Picture& picture, const EncodeOptions& options) {
    const ImageView& plane = picture.planes[0];
    const int type = io::opencv_type(picture.channels, picture.sample);
    const cv::Mat pixels =
        io::can_borrow(plane, type) ? io::borrow(plane, type) : io::copy_of(plane, type);
    std::vector<unsigned char> file;
    std::string reason = "no reason given";
    try {
        if (cv::imencode(opencv_extension(options.format, picture.channels), pixels, file,
                         opencv_parameters(options))) {
            const auto bytes = std::as_bytes(std::span(file));
            return {bytes.begin(), bytes.end()};
        }
    } catch (const cv::Exception& error) {
        reason = error.err;
    }
    throw ImageError("OpenCV cannot write " +
                     picture_name(plane.size(), picture.channels, picture.sample) + " as " +
                     name(options.format) + ": " + reason);
}

}  // namespace

bool can_hold(Format format, int channels, Sample sample) {
    switch (format) {
        case Format::jpeg: return channels != 4 && sample == Sample::u8;
        case Format::png: return sample != Sample::f32;
        case Format::tiff: return true;
        case Format::bmp:
        case Format::webp: return sample == Sample::u8;
        case Format::pnm: return channels != 4 && sample != Sample::f32;
    }
    return false;
}

std::vector<std::byte> encode(const Picture& picture, const EncodeOptions& options) {
    require_quality(options);
    if (picture.jpeg && options.format == Format::jpeg) return io::encode_jpeg(picture, options);
    require_valid(picture);
    require_held(picture, options.format);
    if (options.format == Format::jpeg) return io::encode_jpeg(picture, options);
    if (options.format == Format::webp) return io::encode_webp(picture.planes[0], picture.channels);
    // OpenCV writes 32 bits a pixel without saying that there is alpha, and loses it on reading.
    if (options.format == Format::bmp && picture.channels == 4)
        return io::encode_bmp_alpha(picture.planes[0]);
    if (options.format == Format::png) return io::encode_png(picture);
    return encode_with_opencv(picture, options);
}

std::vector<std::byte> encode_like(std::span<const std::byte> source, const FileInfo& info,
                                   const Picture& picture, Turn turn) {
    switch (info.format) {
        case Format::bmp: return io::encode_bmp_like(source, picture, turn);
        case Format::png: return io::encode_png_like(source, picture, turn);
        case Format::pnm: return io::encode_pnm_like(source, picture);
        case Format::tiff: return io::encode_tiff_like(source, picture, turn);
        case Format::webp: return io::encode_webp_like(source, picture);
        default: throw std::invalid_argument("encode_like: no file of that kind can be written");
    }
}

}  // namespace turntile
