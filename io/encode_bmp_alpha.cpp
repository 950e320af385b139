#include "io/encode_bmp_alpha.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "io/bmp_header.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

// https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapv4header
constexpr std::uint32_t info_header_bytes = 108;
constexpr std::uint32_t lcs_srgb = 0x73524742;
constexpr std::uint32_t pixels_per_metre = 2835;  // 72 dpi

void append(std::vector<std::byte>& file, std::uint32_t value, int bytes = 4) {
    for (int shift = 0; shift < 8 * bytes; shift += 8)
        file.push_back(static_cast<std::byte>(value >> shift));
}

void append_headers(std::vector<std::byte>& file, std::uint32_t width, std::uint32_t height) {
    constexpr std::uint32_t header_bytes = bmp_file_header_bytes + info_header_bytes;
    const std::uint32_t pixels_bytes = width * height * 4;
    append(file, 0x4D42, 2);  // "BM"
    append(file, header_bytes + pixels_bytes);
    append(file, 0);
    append(file, header_bytes);

    append(file, info_header_bytes);
    append(file, width);
    append(file, height);  // positive: the bottom row comes first
    append(file, 1, 2);    // planes
    append(file, 32, 2);   // bits a pixel
    append(file, bi_bitfields);
    append(file, pixels_bytes);
    append(file, pixels_per_metre);
    append(file, pixels_per_metre);
    append(file, 0);  // colours in a palette
    append(file, 0);  // of which important
    for (const std::uint32_t mask : {0x00FF0000U, 0x0000FF00U, 0x000000FFU, 0xFF000000U})
        append(file, mask);  // red, green, blue, alpha
    append(file, lcs_srgb);
    file.resize(header_bytes);  // end points and gamma: not used for sRGB
}

}  // namespace

std::vector<std::byte> encode_bmp_alpha(const ConstImageView& pixels) {
    const std::size_t file_bytes =
        bmp_file_header_bytes + info_header_bytes + pixels.pixels_bytes();
    if (!std::in_range<std::uint32_t>(file_bytes))
        throw ImageError("BMP cannot hold " + std::to_string(file_bytes) +
                         " bytes: it ends at 4 GiB");
    std::vector<std::byte> file;
    file.reserve(file_bytes);
    append_headers(file, static_cast<std::uint32_t>(pixels.width),
                   static_cast<std::uint32_t>(pixels.height));
    for (std::int64_t y = pixels.height - 1; y >= 0; --y)
        file.insert(file.end(), pixels.row(y), pixels.row(y) + pixels.row_bytes());
    return file;
}

}  // namespace turntile::io
