// Which bytes of a TIFF-structured block hold it together, so that no edit of a value hits them.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "io/exif.hpp"
#include "io/ifd.hpp"

namespace turntile {

/// The header and the directories: the chain, and what it points at (EXIF, GPS, interoperability,
/// SubIFDs). In a TIFF file also the values that say how pixels are stored, and the pixels. It is
/// of the block as it was when this was made; nothing is borrowed.
class BlockStructure {
  public:
    BlockStructure(const TiffBlock& tiff, BlockKind kind);

    /// Whether the directory at `offset` shares no byte with any other part. 0 is the header's.
    bool stands_alone(std::uint64_t offset) const;

    /// Whether `size_bytes` bytes at `offset` belong to no part.
    bool is_free(std::uint64_t offset, std::uint64_t size_bytes) const;

    /// Where the first part behind `offset` starts, or `otherwise`.
    std::uint64_t next_start(std::uint64_t offset, std::uint64_t otherwise) const;

    /// Whether nothing differs but the place of the first directory: no part has more bytes inside
    /// than before, and the chain is no longer.
    bool is_same_but_ifd0(const BlockStructure& other) const;

  private:
    struct Part {
        std::uint64_t start = 0;
        std::uint64_t end = 0;
        std::uint64_t inside_bytes = 0;

        bool operator==(const Part&) const = default;
    };

    void add(const TiffBlock& tiff, std::uint64_t offset, std::uint64_t size_bytes);
    void add_directory(const TiffBlock& tiff, const Ifd& ifd, BlockKind kind, int depth);
    void add_pointed_at(const TiffBlock& tiff, const Ifd& ifd, BlockKind kind, int depth);
    void add_stored(const TiffBlock& tiff, const Ifd& ifd);
    bool spend(std::uint64_t bytes);

    std::uint64_t first_ifd_;
    std::uint64_t chain_length_ = 0;
    std::uint64_t budget_bytes_;  ///< that may still be looked at
    bool is_crowded_ = false;     ///< the parts are together far larger than the block
    std::unordered_set<std::uint64_t> directories_;
    std::vector<Part> parts_;           ///< in the order of their starts
    std::vector<std::uint64_t> reach_;  ///< the last end of the parts up to each
};

}  // namespace turntile
