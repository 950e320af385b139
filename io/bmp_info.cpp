#include "io/bmp_info.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "io/bmp_extent.hpp"
#include "io/bmp_header.hpp"
#include "io/byte_reader.hpp"
#include "io/counted.hpp"
#include "io/dropped_metadata.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::uint32_t v3_header_bytes = 56;  // the first whose masks have one for alpha

[[noreturn]] void refuse(const std::string& kind) {
    throw ImageError("BMP with " + kind + " is not supported");
}

/// Whether every colour of the palette is a grey. Colours that the file does not give are black.
bool has_grey_palette(const ByteReader& file, const BmpHeader& header) {
    const std::uint32_t most = 1U << header.bits;
    const std::uint32_t colours = header.colours == 0 ? most : std::min(header.colours, most);
    const std::uint64_t colour_bytes = header.is_core() ? 3 : 4;
    for (std::uint32_t i = 0; i < colours; ++i) {
        const std::uint64_t at = header.palette() + i * colour_bytes;
        const char* what = "the BMP's palette";
        const std::uint8_t blue = require(file.u8(at), what);
        if (require(file.u8(at + 1), what) != blue || require(file.u8(at + 2), what) != blue)
            return false;
    }
    return true;
}

/// The largest palette index of an uncompressed picture.
unsigned largest_index(const ByteReader& file, const BmpHeader& header) {
    const auto bits = static_cast<unsigned>(header.bits);
    const unsigned mask = (1U << bits) - 1;
    unsigned largest = 0;
    for (std::int64_t y = 0; y < header.size().height; ++y) {
        const std::uint64_t at = header.pixels + static_cast<std::uint64_t>(y) * header.row_bytes();
        const auto row = file.slice(at, header.row_bytes());
        if (row.empty()) break;
        std::uint64_t pixels_left = static_cast<std::uint64_t>(header.width);
        for (const std::byte packed : row)
            for (unsigned used = bits; used <= 8 && pixels_left > 0; used += bits, --pixels_left)
                largest = std::max(largest, std::to_integer<unsigned>(packed) >> (8 - used) & mask);
    }
    return largest;
}

/// Whether the pixels stand where colours that are told should, or some pixel's colour would. (A
/// palette of no told length may be shorter than it could be.)
bool lacks_colours(const ByteReader& file, const BmpHeader& header) {
    const std::uint64_t colour_bytes = header.is_core() ? 3 : 4;
    const std::uint64_t room = (header.pixels - header.palette()) / colour_bytes;
    if (header.colours > 0) return room < header.colours;
    if (room >= std::uint64_t{1} << header.bits) return false;
    return header.compression != bi_rgb || largest_index(file, header) >= room;
}

void check_palette(const ByteReader& file, const BmpHeader& header, FileInfo& info) {
    const bool is_rle = (header.bits == 8 && header.compression == bi_rle8) ||
                        (header.bits == 4 && header.compression == bi_rle4);
    if (header.compression != bi_rgb && !is_rle) refuse("compression of this kind");
    if (header.colours > 256 || lacks_colours(file, header))
        throw ImageError("the BMP's palette is damaged");
    const bool is_grey = has_grey_palette(file, header);
    // OpenCV makes every picture with an OS/2 header grey, its colours lost.
    if (header.is_core() && !is_grey) refuse("an OS/2 header and colours");
    info.channels = is_grey ? 1 : 3;
    info.decode_notes.emplace_back(is_grey ? "palette of greys becomes grey"
                                           : "palette becomes RGB");
}

/// 16-bit pixels: OpenCV reads 5-5-5 and 5-6-5, the masks behind a 40-byte header only.
void check_high_colour(const ByteReader& file, const BmpHeader& header, FileInfo& info) {
    if (header.compression == bi_bitfields) {
        const std::array masks = {file.u32(bmp_at::red_mask), file.u32(bmp_at::green_mask),
                                  file.u32(bmp_at::blue_mask)};
        const bool is_555 = masks[0] == 0x7c00U && masks[1] == 0x3e0U && masks[2] == 0x1fU;
        const bool is_565 = masks[0] == 0xf800U && masks[1] == 0x7e0U && masks[2] == 0x1fU;
        if (header.header_bytes != 40 || (!is_555 && !is_565)) refuse("these 16-bit pixels");
    } else if (header.compression != bi_rgb) {
        refuse("these 16-bit pixels");
    }
    info.decode_refused.push_back(
        {Loss::depth, "16-bit pixels become 24-bit, white a little darker"});
}

/// Whether the fourth byte of any pixel is more than 0.
bool uses_fourth_byte(const ByteReader& file, const BmpHeader& header) {
    const auto pixels = file.slice(header.pixels, header.pixels_bytes());
    for (std::size_t i = 3; i < pixels.size(); i += 4)
        if (pixels[i] != std::byte{0}) return true;
    return false;
}

bool is_byte_mask(std::uint32_t mask) {
    return mask == 0xff || mask == 0xff00 || mask == 0xff0000 || mask == 0xff000000;
}

/// 32-bit pixels: OpenCV drops the fourth byte of BI_RGB; of bit fields it makes alpha, and obeys
/// the masks only where the header has one for alpha.
void check_true_colour(const ByteReader& file, const BmpHeader& header, FileInfo& info) {
    if (header.compression == bi_rgb) {
        if (uses_fourth_byte(file, header))
            info.decode_refused.push_back(
                {Loss::alpha, "an alpha channel in the pixels' fourth byte"});
        return;
    }
    if (header.compression != bi_bitfields) refuse("compression of this kind");
    if (header.header_bytes < v3_header_bytes) refuse("32-bit pixels without an alpha mask");
    for (const std::uint64_t at : {bmp_at::red_mask, bmp_at::green_mask, bmp_at::blue_mask})
        if (!is_byte_mask(require(file.u32(at), "the BMP's header")))
            refuse("bit fields other than bytes");
    const std::uint32_t alpha = require(file.u32(bmp_at::alpha_mask), "the BMP's header");
    if (alpha != 0 && !is_byte_mask(alpha)) refuse("bit fields other than bytes");
    info.channels = 4;
    if (alpha == 0) info.decode_notes.emplace_back("unused fourth byte becomes opaque alpha");
}

/// What `decode` makes of the pixels.
void describe_decoding(const ByteReader& file, const BmpHeader& header, FileInfo& info) {
    if (header.is_core() && header.bits > 8) refuse("an OS/2 header and colours");
    switch (header.bits) {
        case 1:
        case 4:
        case 8: check_palette(file, header, info); break;
        case 16: check_high_colour(file, header, info); break;
        case 24:
            if (header.compression != bi_rgb) refuse("compression of this kind");
            break;
        case 32: check_true_colour(file, header, info); break;
        default: refuse(std::to_string(header.bits) + "-bit pixels");
    }
}

/// Whether a palette of the size that is given stands before the pixels.
bool has_whole_palette(const BmpHeader& header) {
    if (header.bits > 8) return true;
    const std::uint64_t most = std::uint64_t{1} << header.bits;
    const std::uint64_t colours = header.colours == 0 ? most : header.colours;
    const std::uint64_t colour_bytes = header.is_core() ? 3 : 4;
    return colours <= most && header.palette() + colours * colour_bytes <= header.pixels;
}

/// Whether pixels can be moved as they are stored: 0 if not, else the bytes of one.
std::size_t stored_pixel_bytes(const BmpHeader& header) {
    if (header.compression != bi_rgb && header.compression != bi_bitfields) return 0;
    if (!has_whole_palette(header)) return 0;
    switch (header.bits) {
        case 1:
        case 2:
        case 4: return 1;
        case 8:
        case 16:
        case 24:
        case 32:
        case 64: return static_cast<std::size_t>(header.bits) / 8;
        default: return 0;
    }
}

void describe_pixels(const ByteReader& file, const BmpHeader& header, FileInfo& info) {
    if (header.pixels < header.palette())
        throw ImageError("the BMP's pixels start inside its header");
    info.stored_pixel_bytes = stored_pixel_bytes(header);
    try {
        describe_decoding(file, header, info);
    } catch (const ImageError& error) {
        if (info.stored_pixel_bytes == 0) throw;
        info.why_not_decoded = error.what();
    }
}

void note_dropped(const ByteReader& file, const BmpHeader& header, FileInfo& info) {
    DroppedMetadata dropped;
    if (!header.is_core() && (file.u32(bmp_at::x_resolution).value_or(0) != 0 ||
                              file.u32(bmp_at::y_resolution).value_or(0) != 0))
        dropped.add("resolution");
    if (has_profile(file, header)) dropped.add("ICC profile");
    dropped.note_in(info);
    if (const std::uint64_t bytes = bytes_behind_bmp(file, header); bytes > 0)
        info.dropped.push_back({Loss::extras, counted(bytes, "byte") + " after the BMP's end"});
}

}  // namespace

bool is_bmp(std::span<const std::byte> bytes) {
    const ByteReader file(bytes, ByteOrder::little);
    constexpr std::array<std::uint32_t, 7> header_sizes = {12, 40, 52, 56, 64, 108, 124};
    const std::uint32_t header_bytes = file.u32(bmp_at::header).value_or(0);
    return file.holds(0, "BM") &&
           std::find(header_sizes.begin(), header_sizes.end(), header_bytes) != header_sizes.end();
}

FileInfo bmp_info(std::span<const std::byte> bytes) {
    const ByteReader file(bytes, ByteOrder::little);
    const BmpHeader header = read_bmp_header(file);
    FileInfo info;
    info.format = Format::bmp;
    info.size = header.size();
    describe_pixels(file, header, info);
    const bool is_rle = header.compression == bi_rle8 || header.compression == bi_rle4;
    if (!is_rle && !file.has(header.pixels, header.pixels_bytes()))
        info.refused.push_back({Loss::truncated, "the BMP ends before its last pixel"});
    note_dropped(file, header, info);
    return info;
}

}  // namespace turntile
