// EXIF blocks and XMP packets in the chunks of a PNG file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "io/metadata_blocks.hpp"
#include "io/png_chunks.hpp"

namespace turntile {

/// A block taken out of its chunk: decompressed, its digits read.
struct PngBlock {
    BlockContent content = BlockContent::exif;
    std::vector<std::byte> bytes;  ///< with what stands in front of the block
    std::size_t head_bytes = 0;    ///< the part that stands in front: a signature as in JPEG

    MetadataBlock block() const;
};

/// The block in a chunk that has one: eXIf, XMP, and the "Raw profile type" texts of EXIF (exif or
/// APP1) and XMP.
std::optional<PngBlock> read_png_block(const PngChunk& chunk);

/// The data of `chunk`, which `read_png_block` read, with another block in the place of its own.
std::vector<std::byte> png_data_with_block(const PngChunk& chunk, const PngBlock& old_block,
                                           std::span<const std::byte> new_block);

}  // namespace turntile
