// Small files, built byte by byte: EXIF blocks, TIFF directories, JPEG segments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "io/byte_reader.hpp"

namespace turntile::test {

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
    const auto width_of = [](std::uint16_t type) -> std::size_t {
        return type == type_short ? 2 : type == type_long ? 4 : 1;
    };
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

}  // namespace turntile::test
