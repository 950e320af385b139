// What trimming a picture makes false in an EXIF block or an XMP packet, set right.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/metadata_blocks.hpp"
#include "io/trimmed_side.hpp"
#include "io/turned_blocks.hpp"

namespace turntile {

/// A picture that has lost columns at its right or rows at its bottom; it is not turned yet.
struct Trimming {
    TrimmedSide across;
    TrimmedSide down;

    bool is_any() const { return across.is_trimmed() || down.is_trimmed(); }
    Size whole() const { return {across.whole, down.whole}; }
    Size kept() const { return {across.kept, down.kept}; }
    /// What is left of a space of coordinates that stands for the whole picture.
    Size kept_of(Size space) const {
        return {across.kept_of(space.width), down.kept_of(space.height)};
    }
};

/// `block` as it describes what is left: sizes are those of it, areas and regions end at its edges,
/// and numbers relative to the picture are relative to it. Of what lay in the part that is gone,
/// the last unit is left. Where a block tells of another size than the picture has, the same part
/// of that size is cut.
std::vector<std::byte> trimmed_block(const MetadataBlock& block, const Trimming& trimming,
                                     Notes& notes);

/// The part for EXIF.
std::vector<std::byte> trimmed_exif(std::span<const std::byte> block, const Trimming& trimming);

/// The part for XMP.
std::vector<std::byte> trimmed_xmp(std::span<const std::byte> packet, std::size_t largest_bytes,
                                   const Trimming& trimming, Notes& notes);

}  // namespace turntile
