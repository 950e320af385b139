#include "pipeline/verify_result.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>

#include "turntile/error.hpp"

namespace turntile {
namespace {

[[noreturn]] void fail(const std::string& reason) {
    throw ImageError("the result, read back, " + reason);
}

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
                fail("has other pixels in row " + std::to_string(y));
}

void require_close(const Picture& result, const Picture& expected, double least_psnr) {
    const double reached = psnr(result, expected);
    if (reached >= least_psnr) return;
    char text[64];
    std::snprintf(text, sizeof text, "%.1f dB instead of %.0f", reached, least_psnr);
    fail(std::string("is too far from what was turned: ") + text);
}

}  // namespace

double psnr(const Picture& a, const Picture& b) {
    double squares = 0;
    double samples = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.plane_count); ++i)
        for (std::int64_t y = 0; y < a.planes[i].height; ++y) {
            const auto* p = reinterpret_cast<const unsigned char*>(a.planes[i].row(y));
            const auto* q = reinterpret_cast<const unsigned char*>(b.planes[i].row(y));
            std::uint64_t row = 0;
            for (std::size_t x = 0; x < a.planes[i].row_bytes(); ++x) {
                const int difference = p[x] - q[x];
                row += static_cast<std::uint64_t>(difference * difference);
            }
            squares += static_cast<double>(row);
            samples += static_cast<double>(a.planes[i].row_bytes());
        }
    if (squares == 0) return std::numeric_limits<double>::infinity();
    return 10 * std::log10(255.0 * 255.0 * samples / squares);
}

void verify_result(std::span<const std::byte> file, const Expected& expected,
                   BufferSource& memory) {
    const FileInfo info = inspect(file);
    if (info.format != expected.format) fail(std::string("is ") + name(info.format));
    if (info.orientation != Turn::none) fail("has an orientation tag that is not 1");
    const Picture result =
        expected.is_stored ? decode_stored(file, info, memory) : decode(file, info, 0, memory);
    if (!same_layout(result, expected.picture)) fail("has another size or kind of pixel");
    if (expected.least_psnr == 0)
        require_equal(result, expected.picture);
    else
        require_close(result, expected.picture, expected.least_psnr);
}

}  // namespace turntile
