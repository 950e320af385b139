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

/// The bytes in front of an EXIF block in JPEG, which some writers put into PNG and WebP too: the
/// signature and a 0 (0xff by some writers).
inline std::size_t exif_head_bytes(std::span<const std::byte> bytes) {
    constexpr std::string_view signature("Exif\0", 5);
    const ByteReader reader(bytes, ByteOrder::big);
    return reader.holds(0, signature) && bytes.size() > signature.size() ? signature.size() + 1 : 0;
}

}  // namespace turntile
