// A BMP's header: where its pixels are, and how they are laid out.
#pragma once

#include <cstdint>
#include <limits>

#include "io/byte_reader.hpp"
#include "turntile/export.h"
#include "turntile/turn.hpp"

namespace turntile {

constexpr std::uint64_t bmp_file_header_bytes = 14;
constexpr std::uint32_t bmp_v5_header_bytes = 124;  // the first with a place for a profile

/// Where a field stands, in bytes from the file's start. Core headers have none from `pixels_bytes`
/// on.
namespace bmp_at {
constexpr std::uint64_t file_bytes = 2;
constexpr std::uint64_t pixels = 10;
constexpr std::uint64_t header = 14;
constexpr std::uint64_t size = 18;
constexpr std::uint64_t pixels_bytes = 34;
constexpr std::uint64_t x_resolution = 38;
constexpr std::uint64_t y_resolution = 42;
constexpr std::uint64_t red_mask = 54;
constexpr std::uint64_t green_mask = 58;
constexpr std::uint64_t blue_mask = 62;
constexpr std::uint64_t alpha_mask = 66;
constexpr std::uint64_t colour_space = 70;
constexpr std::uint64_t profile = 126;  ///< its offset, counted from the header
constexpr std::uint64_t profile_bytes = 130;
}  // namespace bmp_at

enum BmpCompression : std::uint32_t { bi_rgb = 0, bi_rle8 = 1, bi_rle4 = 2, bi_bitfields = 3 };

struct BmpHeader {
    std::uint32_t header_bytes = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;  ///< negative: rows go from top to bottom
    int bits = 0;             ///< of a pixel
    std::uint32_t compression = bi_rgb;
    std::uint32_t colours = 0;  ///< in the palette; 0 means all that `bits` can count
    std::uint64_t pixels = 0;   ///< offset in bytes from the file's start

    bool is_core() const { return header_bytes == 12; }
    Size size() const { return {width, height < 0 ? -height : height}; }
    std::uint64_t palette() const { return bmp_file_header_bytes + header_bytes; }
    /// Of an uncompressed picture: rows are padded to 4 bytes.
    std::uint64_t row_bytes() const {
        return (static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(bits) + 31) / 32 * 4;
    }
    /// The largest number if there are more.
    std::uint64_t pixels_bytes() const {
        constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        const auto rows = static_cast<std::uint64_t>(size().height);
        return row_bytes() > 0 && rows > most / row_bytes() ? most : row_bytes() * rows;
    }
};

/// @throws ImageError if it gives no possible size, or the file ends before its pixels
TURNTILE_EXPORT BmpHeader read_bmp_header(const ByteReader& file);

/// Whether the header tells of a colour profile, in the file or in another one.
bool has_profile(const ByteReader& file, const BmpHeader& header);

}  // namespace turntile
