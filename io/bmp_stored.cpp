#include "io/bmp_stored.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "io/bmp_header.hpp"
#include "io/byte_reader.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

/// Bytes that a pixel of `bits` takes in a picture.
std::size_t pixel_bytes(int bits) {
    return bits < 8 ? 1 : static_cast<std::size_t>(bits) / 8;
}

/// The row of the file that holds row `y` of the picture.
std::uint64_t stored_row(const BmpHeader& header, std::int64_t y) {
    return static_cast<std::uint64_t>(header.height < 0 ? y : header.height - 1 - y);
}

void unpack_row(const std::byte* src, int bits, std::byte* dst, std::int64_t width) {
    const auto per_byte = static_cast<std::int64_t>(8 / bits);
    const unsigned mask = (1U << bits) - 1;
    for (std::int64_t x = 0; x < width; ++x) {
        const auto shift = static_cast<unsigned>(8 - bits * (1 + static_cast<int>(x % per_byte)));
        dst[x] =
            static_cast<std::byte>(std::to_integer<unsigned>(src[x / per_byte]) >> shift & mask);
    }
}

/// `dst` is 0.
void pack_row(const std::byte* src, int bits, std::byte* dst, std::int64_t width) {
    const auto per_byte = static_cast<std::int64_t>(8 / bits);
    for (std::int64_t x = 0; x < width; ++x) {
        const auto shift = static_cast<unsigned>(8 - bits * (1 + static_cast<int>(x % per_byte)));
        dst[x / per_byte] |= src[x] << shift;
    }
}

void store_size(std::span<std::byte> file, const BmpHeader& header, Size size) {
    const std::size_t width_bytes = header.is_core() ? 2 : 4;
    const std::int64_t height = header.height < 0 ? -size.height : size.height;
    store(file, bmp_at::size, width_bytes, ByteOrder::little,
          static_cast<std::uint64_t>(size.width));
    store(file, bmp_at::size + width_bytes, width_bytes, ByteOrder::little,
          static_cast<std::uint64_t>(height));
}

void exchange_resolution(std::span<std::byte> file) {
    std::byte x[4];
    std::memcpy(x, file.data() + bmp_at::x_resolution, 4);
    std::memmove(file.data() + bmp_at::x_resolution, file.data() + bmp_at::y_resolution, 4);
    std::memcpy(file.data() + bmp_at::y_resolution, x, 4);
}

/// A profile behind the pixels moves with their end. Its offset counts from the header.
void move_profile(std::span<std::byte> file, const BmpHeader& header, std::uint64_t old_end,
                  std::uint64_t new_end) {
    const std::uint64_t offset =
        ByteReader(file, ByteOrder::little).u32(bmp_at::profile).value_or(0) +
        bmp_file_header_bytes;
    if (header.header_bytes < bmp_v5_header_bytes || offset < old_end) return;
    store(file, bmp_at::profile, 4, ByteOrder::little,
          offset - bmp_file_header_bytes + new_end - old_end);
}

}  // namespace

Picture decode_stored_bmp(std::span<const std::byte> bytes, const FileInfo& info,
                          BufferSource& memory, bool allow_truncated) {
    const ByteReader file(bytes, ByteOrder::little);
    const BmpHeader header = read_bmp_header(file);
    if (header.size() != info.size || pixel_bytes(header.bits) != info.stored_pixel_bytes)
        throw ImageError("the BMP holds other pixels than its headers announced");
    if (!file.has(header.pixels, header.pixels_bytes()) && !allow_truncated)
        throw ImageError("damaged or truncated BMP data: the last pixels are missing");
    Picture picture;
    picture.planes[0] = memory.allocate(info.size.width, info.size.height, info.stored_pixel_bytes);
    const std::uint64_t row_bytes = header.row_bytes();
    std::vector<std::byte> row(row_bytes);
    for (std::int64_t y = 0; y < info.size.height; ++y) {
        const auto stored =
            file.slice(header.pixels + stored_row(header, y) * row_bytes, row_bytes);
        std::fill(std::ranges::copy(stored, row.begin()).out, row.end(), std::byte{});
        if (header.bits < 8)
            unpack_row(row.data(), header.bits, picture.planes[0].row(y), info.size.width);
        else
            std::memcpy(picture.planes[0].row(y), row.data(), picture.planes[0].row_bytes());
    }
    return picture;
}

std::vector<std::byte> encode_bmp_like(std::span<const std::byte> source, const Picture& picture,
                                       Turn turn) {
    const ByteReader from(source, ByteOrder::little);
    const BmpHeader before = read_bmp_header(from);
    const ImageView& plane = picture.planes[0];
    BmpHeader header = before;
    header.width = plane.width;
    header.height = before.height < 0 ? -plane.height : plane.height;
    const std::uint64_t old_end = before.pixels + before.pixels_bytes();
    const std::uint64_t new_end = header.pixels + header.pixels_bytes();
    const auto tail = from.slice(old_end, source.size());
    if (new_end + tail.size() > std::numeric_limits<std::uint32_t>::max())
        throw ImageError("a BMP cannot hold as many bytes as the turned picture has");

    std::vector<std::byte> file(source.begin(),
                                source.begin() + static_cast<std::ptrdiff_t>(header.pixels));
    file.resize(static_cast<std::size_t>(new_end));
    for (std::int64_t y = 0; y < plane.height; ++y) {
        std::byte* const row =
            file.data() + header.pixels + stored_row(header, y) * header.row_bytes();
        if (header.bits < 8)
            pack_row(plane.row(y), header.bits, row, plane.width);
        else
            std::memcpy(row, plane.row(y), plane.row_bytes());
    }
    append(file, tail);
    store(file, bmp_at::file_bytes, 4, ByteOrder::little, file.size());
    store_size(file, header, plane.size());
    if (header.is_core()) return file;
    store(file, bmp_at::pixels_bytes, 4, ByteOrder::little, header.pixels_bytes());
    if (swaps_axes(turn)) exchange_resolution(file);
    move_profile(file, header, old_end, new_end);
    return file;
}

}  // namespace turntile::io
