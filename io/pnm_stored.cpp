#include "io/pnm_stored.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "io/pnm_header.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

/// The row of the file that holds row `y` of the picture: PFM goes from bottom to top.
std::uint64_t stored_row(const PnmHeader& header, std::int64_t y, std::int64_t height) {
    return static_cast<std::uint64_t>(header.is_float() ? height - 1 - y : y);
}

void unpack_bits(const std::byte* src, std::byte* dst, std::int64_t width) {
    for (std::int64_t x = 0; x < width; ++x)
        dst[x] = src[x / 8] >> (7 - x % 8) & std::byte{1};
}

/// `dst` is 0.
void pack_bits(const std::byte* src, std::byte* dst, std::int64_t width) {
    for (std::int64_t x = 0; x < width; ++x)
        dst[x / 8] |= src[x] << (7 - x % 8);
}

void read_binary(const ByteReader& file, const PnmHeader& header, const ImageView& dst) {
    const std::uint64_t row_bytes = header.row_bytes();
    std::vector<std::byte> row(static_cast<std::size_t>(row_bytes));
    for (std::int64_t y = 0; y < dst.height; ++y) {
        const auto stored =
            file.slice(header.pixels + stored_row(header, y, dst.height) * row_bytes, row_bytes);
        std::copy(stored.begin(), stored.end(), row.begin());
        std::fill(row.begin() + static_cast<std::ptrdiff_t>(stored.size()), row.end(),
                  std::byte{0});
        if (header.is_bitmap())
            unpack_bits(row.data(), dst.row(y), dst.width);
        else
            std::memcpy(dst.row(y), row.data(), row.size());
    }
}

/// One sample of a plain image. The digits of a bitmap need no space between them.
std::uint32_t read_sample(PnmWords& words, const PnmHeader& header) {
    if (!header.is_bitmap()) return words.number();
    words.skip_spaces_and_comments();
    const int digit = words.peek() - '0';
    words.skip_letter();
    return static_cast<std::uint32_t>(digit);
}

void read_plain(const ByteReader& file, const PnmHeader& header, const ImageView& dst) {
    PnmWords words(file, header.pixels);
    const auto sample_bytes = static_cast<std::size_t>(header.sample_bytes());
    for (std::int64_t y = 0; y < dst.height; ++y)
        for (std::size_t x = 0; x < dst.row_bytes(); x += sample_bytes) {
            const std::uint32_t value = read_sample(words, header);
            if (value > header.largest_value)
                throw ImageError("damaged or truncated PNM data in row " + std::to_string(y));
            store({dst.row(y) + x, sample_bytes}, 0, sample_bytes, ByteOrder::big, value);
        }
}

void append(std::vector<std::byte>& file, std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    file.insert(file.end(), bytes.begin(), bytes.end());
}

void write_binary(const ImageView& src, const PnmHeader& header, std::vector<std::byte>& file) {
    const std::size_t begin = file.size();
    const auto row_bytes = static_cast<std::size_t>(header.row_bytes());
    file.resize(begin + row_bytes * static_cast<std::size_t>(src.height));
    for (std::int64_t y = 0; y < src.height; ++y) {
        std::byte* const row =
            file.data() + begin +
            static_cast<std::size_t>(stored_row(header, y, src.height)) * row_bytes;
        if (header.is_bitmap())
            pack_bits(src.row(y), row, src.width);
        else
            std::memcpy(row, src.row(y), row_bytes);
    }
}

/// Lines end before they have 70 letters.
void write_plain(const ImageView& src, const PnmHeader& header, std::vector<std::byte>& file) {
    constexpr std::size_t samples_a_line = 11;  // of at most 5 digits and a space
    const auto sample_bytes = static_cast<std::size_t>(header.sample_bytes());
    for (std::int64_t y = 0; y < src.height; ++y) {
        const ByteReader row({src.row(y), src.row_bytes()}, ByteOrder::big);
        const std::size_t samples = src.row_bytes() / sample_bytes;
        for (std::size_t i = 0; i < samples; ++i) {
            const std::uint32_t value =
                sample_bytes == 1 ? row.u8(i).value_or(0) : row.u16(2 * i).value_or(0);
            append(file, std::to_string(value));
            append(file, (i + 1) % samples_a_line == 0 || i + 1 == samples ? "\n" : " ");
        }
    }
}

}  // namespace

Picture decode_stored_pnm(std::span<const std::byte> bytes, const FileInfo& info,
                          BufferSource& memory, bool allow_truncated) {
    const ByteReader file(bytes, ByteOrder::big);
    const PnmHeader header = read_pnm_header(file, 0);
    if (header.size != info.size || header.pixel_bytes() != info.stored_pixel_bytes)
        throw ImageError("the PNM holds other pixels than its headers announced");
    const bool is_whole = header.is_plain() || file.has(header.pixels, header.pixels_bytes());
    if (!is_whole && !allow_truncated)
        throw ImageError("damaged or truncated PNM data: the last pixels are missing");
    Picture picture;
    picture.planes[0] = memory.allocate(info.size.width, info.size.height, info.stored_pixel_bytes);
    if (header.is_plain())
        read_plain(file, header, picture.planes[0]);
    else
        read_binary(file, header, picture.planes[0]);
    return picture;
}

std::vector<std::byte> encode_pnm_like(std::span<const std::byte> source, const Picture& picture) {
    PnmHeader header = read_pnm_header(ByteReader(source, ByteOrder::big), 0);
    const ImageView& plane = picture.planes[0];
    const std::string_view text(reinterpret_cast<const char*>(source.data()),
                                static_cast<std::size_t>(header.pixels));
    // Either number may come first in a PAM.
    const bool width_is_first = header.width.begin < header.height.begin;
    const TextSpan first = width_is_first ? header.width : header.height;
    const TextSpan second = width_is_first ? header.height : header.width;
    std::vector<std::byte> file;
    append(file, text.substr(0, first.begin));
    append(file, std::to_string(width_is_first ? plane.width : plane.height));
    append(file, text.substr(first.end, second.begin - first.end));
    append(file, std::to_string(width_is_first ? plane.height : plane.width));
    append(file, text.substr(second.end));
    header.size = plane.size();
    if (header.is_plain())
        write_plain(plane, header, file);
    else
        write_binary(plane, header, file);
    return file;
}

}  // namespace turntile::io
