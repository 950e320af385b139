// Small files, built byte by byte: EXIF blocks, TIFF directories, JPEG segments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "io/byte_reader.hpp"
#include "io/ifd.hpp"

namespace turntile::tests {

using Bytes = std::vector<std::byte>;

/// Appends numbers and text to `bytes`.
struct ByteWriter {
    ByteOrder order = ByteOrder::big;
    Bytes bytes = {};

    ByteWriter& number(std::uint64_t value, std::size_t width_bytes) {
        bytes.resize(bytes.size() + width_bytes);
        store(bytes, bytes.size() - width_bytes, width_bytes, order, value);
        return *this;
    }
    ByteWriter& u8(std::uint64_t value) { return number(value, 1); }
    ByteWriter& u16(std::uint64_t value) { return number(value, 2); }
    ByteWriter& u32(std::uint64_t value) { return number(value, 4); }
    ByteWriter& u64(std::uint64_t value) { return number(value, 8); }
    ByteWriter& text(std::string_view text) {
        for (const char letter : text)
            u8(static_cast<unsigned char>(letter));
        return *this;
    }
    ByteWriter& append(std::span<const std::byte> more) {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return *this;
    }
};

inline Bytes text_bytes(std::string_view text) {
    return ByteWriter{}.text(text).bytes;
}

inline Bytes joined(std::initializer_list<Bytes> parts) {
    ByteWriter all;
    for (const Bytes& part : parts)
        all.append(part);
    return all.bytes;
}

inline Bytes first_bytes(const Bytes& bytes, std::size_t count) {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)};
}

// TIFF types.
inline constexpr std::uint16_t type_byte = 1;
inline constexpr std::uint16_t type_ascii = 2;
inline constexpr std::uint16_t type_short = 3;
inline constexpr std::uint16_t type_long = 4;

/// One tag. `values` stand in the entry, or behind the directory if they are too many.
struct Tag {
    std::uint16_t id = 0;
    std::uint16_t type = type_short;
    std::vector<std::uint64_t> values = {};
};

using Tags = std::vector<Tag>;

/// A TIFF block (BigTIFF if `is_big`) of one directory after the other, each followed by its long
/// values.
inline Bytes tiff_block(ByteOrder order, const std::vector<Tags>& directories,
                        bool is_big = false) {
    const std::size_t offset_bytes = is_big ? 8 : 4;
    const std::size_t entry_bytes = is_big ? 20 : 12;
    const auto width_of = [](std::uint16_t type) -> std::size_t { return type_bytes(type); };
    ByteWriter block{order};
    block.text(order == ByteOrder::little ? "II" : "MM").u16(is_big ? 43 : 42);
    if (is_big) block.u16(8).u16(0);
    block.number(directories.empty() ? 0 : is_big ? 16 : 8, offset_bytes);
    for (std::size_t i = 0; i < directories.size(); ++i) {
        const Tags& tags = directories[i];
        ByteWriter long_values{order};
        const std::size_t values_at =
            block.bytes.size() + (is_big ? 8 : 2) + tags.size() * entry_bytes + offset_bytes;
        block.number(tags.size(), is_big ? 8 : 2);
        for (const Tag& tag : tags) {
            block.u16(tag.id).u16(tag.type).number(tag.values.size(), offset_bytes);
            ByteWriter values{order};
            for (const std::uint64_t value : tag.values)
                values.number(value, width_of(tag.type));
            if (values.bytes.size() <= offset_bytes) {
                values.bytes.resize(offset_bytes);
                block.append(values.bytes);
            } else {
                block.number(values_at + long_values.bytes.size(), offset_bytes);
                long_values.append(values.bytes);
            }
        }
        const std::size_t next = values_at + long_values.bytes.size();
        block.number(i + 1 < directories.size() ? next : 0, offset_bytes).append(long_values.bytes);
    }
    return block.bytes;
}

/// A directory that holds the orientation tag alone.
inline Tags orientation_tags(std::uint64_t value, std::uint16_t type = type_short) {
    return {{274, type, {value}}};
}

// JPEG.

inline Bytes jpeg_segment(std::uint8_t marker, const Bytes& payload) {
    return ByteWriter{}.u8(0xff).u8(marker).u16(payload.size() + 2).append(payload).bytes;
}

inline Bytes exif_segment(const Bytes& block) {
    return jpeg_segment(0xe1, joined({text_bytes({"Exif\0\0", 6}), block}));
}

inline Bytes jfif_segment(std::uint8_t unit = 0, std::uint16_t x = 1, std::uint16_t y = 1) {
    const Bytes density = ByteWriter{}.u16(0x0101).u8(unit).u16(x).u16(y).u16(0).bytes;
    return jpeg_segment(0xe0, joined({text_bytes({"JFIF\0", 5}), density}));
}

/// A frame header; all components are sampled 1x1 but the first, 2x2.
inline Bytes frame_segment(std::uint16_t width, std::uint16_t height, int components = 3,
                           std::uint8_t marker = 0xc0, std::uint8_t precision = 8) {
    ByteWriter frame;
    frame.u8(precision).u16(height).u16(width).u8(static_cast<std::uint64_t>(components));
    for (int i = 0; i < components; ++i)
        frame.u8(static_cast<std::uint64_t>(i) + 1).u8(i == 0 ? 0x22 : 0x11).u8(0);
    return jpeg_segment(marker, frame.bytes);
}

/// A scan: its header, and data with a stuffed zero and a restart marker.
inline Bytes scan_segment() {
    return joined({jpeg_segment(0xda, ByteWriter{}.u8(1).u16(0x0100).u8(0).u8(63).u8(0).bytes),
                   ByteWriter{}.u32(0x12ff0034).u32(0xffd056ff).u8(0).bytes});
}

inline const Bytes jpeg_start = ByteWriter{}.u16(0xffd8).bytes;
inline const Bytes jpeg_end = ByteWriter{}.u16(0xffd9).bytes;

/// A whole JPEG file of `segments`, one frame and one scan. Its structure is right; its pixels are
/// not.
inline Bytes jpeg_file(std::initializer_list<Bytes> segments, const Bytes& frame) {
    return joined({jpeg_start, joined(segments), frame, scan_segment(), jpeg_end});
}

inline Bytes jpeg_file(std::initializer_list<Bytes> segments) {
    return jpeg_file(segments, frame_segment(40, 30));
}

// PNG. CRCs are 0 and pixels are empty: the headers are what counts.

inline Bytes png_chunk(std::string_view type, const Bytes& data = {}) {
    return ByteWriter{}.u32(data.size()).text(type).append(data).u32(0).bytes;
}

inline const Bytes png_signature = text_bytes("\x89PNG\r\n\x1a\n");

/// The signature and IHDR. Colour types: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and
/// alpha.
inline Bytes png_start(std::uint32_t width, std::uint32_t height, int bits, int colour_type,
                       bool is_interlaced = false) {
    return joined({png_signature, png_chunk("IHDR", ByteWriter{}
                                                        .u32(width)
                                                        .u32(height)
                                                        .u8(static_cast<std::uint64_t>(bits))
                                                        .u8(static_cast<std::uint64_t>(colour_type))
                                                        .u16(0)
                                                        .u8(is_interlaced ? 1 : 0)
                                                        .bytes)});
}

inline Bytes png_file(int bits, int colour_type, std::initializer_list<Bytes> chunks = {}) {
    return joined({png_start(40, 30, bits, colour_type), joined(chunks),
                   png_chunk("IDAT", Bytes(9)), png_chunk("IEND")});
}

// WebP.

inline Bytes webp_chunk(std::string_view name, const Bytes& data) {
    ByteWriter chunk{ByteOrder::little};
    chunk.text(name).u32(data.size()).append(data);
    if (data.size() % 2 == 1) chunk.u8(0);
    return chunk.bytes;
}

inline Bytes webp_file(std::initializer_list<Bytes> chunks) {
    const Bytes body = joined(chunks);
    return ByteWriter{ByteOrder::little}
        .text("RIFF")
        .u32(body.size() + 4)
        .text("WEBP")
        .append(body)
        .bytes;
}

inline Bytes webp_lossy(std::uint16_t width, std::uint16_t height) {
    ByteWriter frame{ByteOrder::little};
    frame.u8(0x10).u16(0).text("\x9d\x01\x2a").u16(width).u16(height).u32(0);
    return webp_chunk("VP8 ", frame.bytes);
}

inline Bytes webp_lossless(std::uint32_t width, std::uint32_t height, bool has_alpha = false) {
    const std::uint32_t bits = (width - 1) | (height - 1) << 14 | (has_alpha ? 1U << 28 : 0U);
    return webp_chunk("VP8L", ByteWriter{ByteOrder::little}.u8(0x2f).u32(bits).u16(0).bytes);
}

/// Flags: 0x02 animation, 0x04 XMP, 0x08 EXIF, 0x10 alpha, 0x20 ICC.
inline Bytes webp_extended(std::uint32_t width, std::uint32_t height, std::uint8_t flags) {
    ByteWriter header{ByteOrder::little};
    header.u32(flags).number(width - 1, 3).number(height - 1, 3);
    return webp_chunk("VP8X", header.bytes);
}

// BMP.

struct BmpShape {
    std::int32_t width = 4;
    std::int32_t height = 2;
    int bits = 24;
    std::uint32_t compression = 0;
    std::uint32_t header_bytes = 40;
    Bytes masks = {};    ///< in the header, or behind one of 40 bytes
    Bytes palette = {};  ///< four bytes (three behind a header of 12 bytes) for each colour
    Bytes pixels = Bytes(32);
};

inline Bytes bmp_file(const BmpShape& shape) {
    ByteWriter header{ByteOrder::little};
    const auto width = static_cast<std::uint32_t>(shape.width);
    const auto height = static_cast<std::uint32_t>(shape.height);
    const auto bits = static_cast<std::uint64_t>(shape.bits);
    header.u32(shape.header_bytes);
    if (shape.header_bytes == 12)
        header.u16(width).u16(height).u16(1).u16(bits);
    else
        header.u32(width)
            .u32(height)
            .u16(1)
            .u16(bits)
            .u32(shape.compression)
            .u32(0)
            .u32(0)
            .u32(0)
            .u32(shape.palette.size() / 4)
            .u32(0);
    header.append(shape.masks);
    if (header.bytes.size() < shape.header_bytes) header.bytes.resize(shape.header_bytes);
    const std::size_t pixels_at = 14 + header.bytes.size() + shape.palette.size();
    return ByteWriter{ByteOrder::little}
        .text("BM")
        .u32(pixels_at + shape.pixels.size())
        .u32(0)
        .u32(pixels_at)
        .append(header.bytes)
        .append(shape.palette)
        .append(shape.pixels)
        .bytes;
}

/// The masks of the four channels in the order red, green, blue, alpha.
inline Bytes bmp_masks(std::uint32_t red, std::uint32_t green, std::uint32_t blue,
                       std::uint32_t alpha) {
    return ByteWriter{ByteOrder::little}.u32(red).u32(green).u32(blue).u32(alpha).bytes;
}

// TIFF.

struct TiffShape {
    std::uint64_t photometric = 2;  ///< 0 white is 0, 1 black is 0, 2 RGB, 3 palette, 5 CMYK, ...
    std::uint64_t samples = 3;
    std::uint64_t bits = 8;
    std::uint64_t format = 1;  ///< 1 unsigned, 2 signed, 3 floating point
    std::uint64_t planar = 1;
};

/// The tags of a picture of 40 x 30 pixels, and `more`.
inline Tags tiff_tags(const TiffShape& shape, const Tags& more = {}) {
    Tags tags = {{256, type_short, {40}},
                 {257, type_long, {30}},
                 {258, type_short, std::vector<std::uint64_t>(shape.samples, shape.bits)},
                 {262, type_short, {shape.photometric}},
                 {277, type_short, {shape.samples}},
                 {284, type_short, {shape.planar}},
                 {339, type_short, std::vector<std::uint64_t>(shape.samples, shape.format)}};
    tags.insert(tags.end(), more.begin(), more.end());
    return tags;
}

}  // namespace turntile::tests
