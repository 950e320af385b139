// The directories (IFDs) of a TIFF-structured block: a TIFF or BigTIFF file, or an EXIF block.
// TIFF 6.0 section 2; BigTIFF as libtiff writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "io/byte_reader.hpp"

namespace turntile {

/// One tag of a directory.
struct IfdEntry {
    std::uint16_t tag = 0;
    std::uint16_t type = 0;
    std::uint64_t count = 0;
    std::uint64_t value_offset = 0;  ///< of the first value, in bytes from the block's start; may
                                     ///< lie outside the block
    std::uint64_t offset = 0;        ///< of the entry itself
    bool is_inline = false;          ///< the values stand in the entry
};

struct Ifd {
    std::uint64_t offset = 0;
    std::vector<IfdEntry> entries;  ///< as many as lie inside the block
    std::uint64_t size_bytes = 0;   ///< of the directory itself, without values elsewhere
    std::uint64_t next = 0;         ///< the next directory's offset, or 0
    bool complete = true;           ///< false: the block ends inside the directory

    /// The first entry of `tag`, or null. Of duplicates libtiff and exiftool obey the first.
    const IfdEntry* find(std::uint16_t tag) const;
};

/// A TIFF-structured block of borrowed bytes. Nothing is trusted: every offset is checked when it
/// is used.
class TiffBlock {
  public:
    /// Nothing if `bytes` do not start with the header of a TIFF or BigTIFF block.
    static std::optional<TiffBlock> open(std::span<const std::byte> bytes);

    ByteOrder order() const { return reader_.order(); }
    bool is_big() const { return is_big_; }
    std::uint64_t size() const { return reader_.size(); }
    std::uint64_t first_ifd() const { return first_ifd_; }
    std::uint64_t header_bytes() const { return is_big_ ? 16 : 8; }

    /// The directory at `offset`; nothing if not even its count lies inside, behind the header.
    std::optional<Ifd> read(std::uint64_t offset) const;

    /// The whole number at `index` of an entry whose type is one of whole numbers.
    std::optional<std::uint64_t> value(const IfdEntry& entry, std::uint64_t index = 0) const;

    /// The first whole number of `tag` in `ifd`, or `otherwise` where there is none.
    std::uint64_t number(const Ifd& ifd, std::uint16_t tag, std::uint64_t otherwise) const;

    /// The bytes of an entry's values, if all of them lie inside.
    std::span<const std::byte> bytes(const IfdEntry& entry) const;

    /// Calls `visit` with each directory of the chain. False if the chain is damaged: it leads
    /// outside or in a circle, or its directories are together larger than the block, so overlap.
    template <class Visit>
    bool for_each_ifd(Visit visit) const {
        std::unordered_set<std::uint64_t> seen;
        std::uint64_t total_bytes = 0;
        for (std::uint64_t offset = first_ifd_; offset != 0;) {
            if (!seen.insert(offset).second) return false;
            const std::optional<Ifd> ifd = read(offset);
            if (!ifd) return false;
            total_bytes += ifd->size_bytes;
            if (total_bytes > reader_.size()) return false;
            visit(*ifd);
            if (!ifd->complete) return false;
            offset = ifd->next;
        }
        return true;
    }

  private:
    TiffBlock(ByteReader reader, bool is_big, std::uint64_t first_ifd)
        : reader_(reader), is_big_(is_big), first_ifd_(first_ifd) {}

    IfdEntry read_entry(std::uint64_t offset) const;
    std::optional<std::uint64_t> read_offset(std::uint64_t offset) const;

    ByteReader reader_;
    bool is_big_;
    std::uint64_t first_ifd_;
};

/// Bytes of one value of a TIFF type; 0 for a type that is not known.
std::size_t type_bytes(std::uint16_t type);

}  // namespace turntile
