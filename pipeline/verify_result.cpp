#include "pipeline/verify_result.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "io/jpeg_lossless.hpp"
#include "pipeline/heap_memory.hpp"
#include "pipeline/reject_result.hpp"
#include "pipeline/verify_jpeg.hpp"

namespace turntile {
namespace {

bool same_layout(const Picture& a, const Picture& b) {
    if (a.plane_count != b.plane_count) return false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.plane_count); ++i)
        if (a.planes[i].size() != b.planes[i].size() ||
            a.planes[i].pixel_bytes != b.planes[i].pixel_bytes)
            return false;
    return true;
}

void require_equal(const Picture& result, const Picture& expected) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(result.plane_count); ++i)
        for (std::int64_t y = 0; y < result.planes[i].height; ++y)
            if (std::memcmp(result.planes[i].row(y), expected.planes[i].row(y),
                            result.planes[i].row_bytes()) != 0)
                reject_result("has other pixels in row " + std::to_string(y));
}

void require_close(const Picture& result, const Picture& expected, double least_psnr) {
    const double reached = psnr(result, expected);
    if (reached >= least_psnr) return;
    char text[64];
    std::snprintf(text, sizeof text, "%.1f dB instead of %.0f", reached, least_psnr);
    reject_result(std::string("is too far from what was turned: ") + text);
}

/// The sum of squared differences. Colours of pixels that are transparent in both rows do not
/// count.
std::uint64_t row_squares(const std::byte* a, const std::byte* b, std::size_t row_bytes,
                          bool has_alpha) {
    std::uint64_t sum = 0;
    for (std::size_t x = 0; x < row_bytes; ++x) {
        const std::size_t alpha = x | 3;
        if (has_alpha && (a[alpha] | b[alpha]) == std::byte{0}) continue;
        const int difference = std::to_integer<int>(a[x]) - std::to_integer<int>(b[x]);
        sum += static_cast<std::uint64_t>(difference * difference);
    }
    return sum;
}

/// A grey picture as WebP holds it, which knows no grey: three equal samples a pixel.
Picture in_colour(const Picture& grey, BufferSource& memory) {
    const ImageView& src = grey.planes[0];
    Picture picture = grey;
    picture.channels = 3;
    picture.planes[0] = memory.allocate(src.width, src.height, 3);
    for (std::int64_t y = 0; y < src.height; ++y)
        for (std::int64_t x = 0; x < src.width; ++x)
            std::memset(picture.planes[0].row(y) + 3 * x, std::to_integer<int>(src.row(y)[x]), 3);
    return picture;
}

}  // namespace

double psnr(const Picture& a, const Picture& b) {
    double squares = 0;
    double samples = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.plane_count); ++i)
        for (std::int64_t y = 0; y < a.planes[i].height; ++y) {
            squares += static_cast<double>(row_squares(a.planes[i].row(y), b.planes[i].row(y),
                                                       a.planes[i].row_bytes(),
                                                       a.channels == 4 && a.plane_count == 1));
            samples += static_cast<double>(a.planes[i].row_bytes());
        }
    if (squares == 0) return std::numeric_limits<double>::infinity();
    return 10 * std::log10(255.0 * 255.0 * samples / squares);
}

void verify_result(std::span<const std::byte> file, const Expected& expected) {
    FileInfo info = inspect(file);
    if (info.format != expected.format) reject_result(std::string("is ") + name(info.format));
    if (info.orientation != Turn::none) reject_result("has an orientation tag that is not 1");
    // libwebp leaves alpha out where every pixel is opaque.
    if (info.format == Format::webp && expected.picture.channels == 4) info.channels = 4;
    HeapMemory memory;
    if (info.format == Format::jpeg) return verify_jpeg(file, info, expected.picture, memory);
    const bool is_grey_webp = info.format == Format::webp && expected.picture.channels == 1;
    const Picture picture = is_grey_webp ? in_colour(expected.picture, memory) : expected.picture;
    const Picture result =
        expected.is_stored ? decode_stored(file, info, memory) : decode(file, info, 0, memory);
    if (!same_layout(result, picture)) reject_result("has another size or kind of pixel");
    if (info.is_lossy)
        require_close(result, picture, expected.least_psnr);
    else
        require_equal(result, picture);
}

void verify_lossless(std::span<const std::byte> source, std::span<const std::byte> file,
                     const PhotoReport& report) {
    const FileInfo info = inspect(file);
    if (info.orientation != Turn::none) reject_result("has an orientation tag that is not 1");
    if (info.size != report.size) reject_result("has another size");
    const bool is_trimmed = turned(report.source.size, report.turn) != report.size;
    // Without restarts: an interval may be of whole rows on one of the two sides only.
    const std::vector<std::byte> back =
        turn_jpeg_lossless(file, is_trimmed ? Turn::none : inverse(report.turn),
                           {.restarts = false})
            .bytes;
    const LosslessOptions as_result{
        .allow_truncated = true, .progressive = info.progressive, .restarts = false};
    if (!is_trimmed && back != turn_jpeg_lossless(source, Turn::none, as_result).bytes)
        reject_result("has other coefficients");
}

}  // namespace turntile
