// Values in an EXIF block, read and changed where they stand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "io/block_structure.hpp"
#include "io/exif.hpp"
#include "io/ifd.hpp"
#include "io/subject_area.hpp"
#include "io/tiff_tags.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// The bytes of a block that is being changed, and what its directories say. What overlaps them is
/// not changed.
class BlockEditor {
  public:
    BlockEditor(std::vector<std::byte>& bytes, const TiffBlock& tiff)
        : bytes_(bytes), tiff_(tiff), structure_(tiff, BlockKind::exif) {}

    std::optional<Ifd> ifd0() const { return tiff_.read(tiff_.first_ifd()); }

    std::optional<Ifd> ifd_at(const Ifd& parent, TiffTag pointer) const {
        const auto offset = number(parent, pointer);
        return offset ? tiff_.read(*offset) : std::nullopt;
    }

    /// Whether the directory shares no byte with another, or with the header.
    bool can_change(const Ifd& ifd) const { return structure_.stands_alone(ifd.offset); }

    const BlockStructure& structure() const { return structure_; }

    std::optional<std::uint64_t> number(const Ifd& ifd, TiffTag tag,
                                        std::uint64_t index = 0) const {
        const IfdEntry* entry = ifd.find(tag);
        return entry != nullptr ? tiff_.value(*entry, index) : std::nullopt;
    }

    /// Whether the number can be replaced by `value` where it stands. `ifd` can change.
    bool can_set(const Ifd& ifd, TiffTag tag, std::uint64_t index, std::uint64_t value) const {
        const IfdEntry* entry = ifd.find(tag);
        if (entry == nullptr || !tiff_.value(*entry, index)) return false;
        const std::size_t width_bytes = type_bytes(entry->type);
        const bool fits = width_bytes >= 8 || value >> (8 * width_bytes) == 0;
        return fits && (entry->is_inline ||
                        structure_.is_free(entry->value_offset + index * width_bytes, width_bytes));
    }

    /// Does nothing where it cannot.
    void set_number(const Ifd& ifd, TiffTag tag, std::uint64_t index, std::uint64_t value) {
        if (!can_set(ifd, tag, index, value)) return;
        const IfdEntry* entry = ifd.find(tag);
        const std::size_t width_bytes = type_bytes(entry->type);
        store(bytes_, entry->value_offset + index * width_bytes, width_bytes, tiff_.order(), value);
    }

    /// Exchanges what two tags say: type, count and value. Values elsewhere stay where they are.
    void exchange(const Ifd& ifd, TiffTag a, TiffTag b) {
        const IfdEntry* first = ifd.find(a);
        const IfdEntry* second = ifd.find(b);
        if (first == nullptr || second == nullptr) return;
        const std::size_t entry_bytes = tiff_.is_big() ? 20 : 12;
        const auto at = [&](const IfdEntry& entry, std::size_t byte) {
            return bytes_.begin() + static_cast<std::ptrdiff_t>(entry.offset + byte);
        };
        std::swap_ranges(at(*first, 2), at(*first, entry_bytes), at(*second, 2));
    }

    /// Ends the chain behind the directory.
    void unlink_next(const Ifd& ifd) {
        const std::size_t next_bytes = tiff_.is_big() ? 8 : 4;
        store(bytes_, ifd.offset + ifd.size_bytes - next_bytes, next_bytes, tiff_.order(), 0);
    }

  private:
    std::vector<std::byte>& bytes_;
    const TiffBlock& tiff_;
    BlockStructure structure_;
};

/// The space that EXIF's coordinates lie in.
inline Size coordinate_space(const BlockEditor& block, const Ifd& exif, Size otherwise) {
    return told_size(block.number(exif, tiff_tag::pixel_x_dimension),
                     block.number(exif, tiff_tag::pixel_y_dimension), otherwise);
}

/// What the tag says of the subject's place; nothing if that is no place.
inline std::optional<Subject> subject_at(const BlockEditor& block, const Ifd& exif, TiffTag tag) {
    Subject subject;
    while (subject.size() < 4) {
        const auto number = block.number(exif, tag, subject.size());
        if (!number) break;
        subject.push_back(static_cast<std::int64_t>(*number));
    }
    return subject.size() < 2 ? std::nullopt : std::optional(subject);
}

/// False where that cannot be: then nothing is changed.
inline bool set_subject(BlockEditor& block, const Ifd& exif, TiffTag tag, const Subject& subject) {
    const auto number = [&](std::size_t i) { return static_cast<std::uint64_t>(subject[i]); };
    for (std::size_t i = 0; i < subject.size(); ++i)
        if (!block.can_set(exif, tag, i, number(i))) return false;
    for (std::size_t i = 0; i < subject.size(); ++i)
        block.set_number(exif, tag, i, number(i));
    return true;
}

}  // namespace turntile
