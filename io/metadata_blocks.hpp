// The blocks inside a file that describe its picture, whatever container they are in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "io/byte_reader.hpp"

namespace turntile {

enum class BlockContent : std::uint8_t { exif, xmp };

/// An EXIF block (from its TIFF header on) or an XMP packet, without what its container puts in
/// front of it.
struct MetadataBlock {
    BlockContent content = BlockContent::exif;
    std::span<const std::byte> bytes;
    std::size_t largest_bytes = 0;  ///< that the place of this block can hold
};

using BlockVisit = std::function<void(const MetadataBlock&)>;
/// Gives the bytes that replace the block, `largest_bytes` at most.
using BlockEdit = std::function<std::vector<std::byte>(const MetadataBlock&)>;

/// What stands in front of an EXIF block in JPEG; a 0 follows, or 0xff by some writers.
inline constexpr std::string_view exif_signature("Exif\0", 5);
/// What stands in front of an XMP packet in JPEG.
inline constexpr std::string_view xmp_signature("http://ns.adobe.com/xap/1.0/\0", 29);

/// The bytes in front of an EXIF block as JPEG has them, which some writers put into PNG and WebP
/// too.
inline std::size_t exif_head_bytes(std::span<const std::byte> bytes) {
    const ByteReader reader(bytes, ByteOrder::big);
    const bool is_there = reader.holds(0, exif_signature) && bytes.size() > exif_signature.size();
    return is_there ? exif_signature.size() + 1 : 0;
}

}  // namespace turntile
