#include "io/block_structure.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "io/tiff_extent.hpp"
#include "io/tiff_tags.hpp"

namespace turntile {
namespace {

constexpr int deepest_directory = 3;
// Directories may share what they point at. Blocks where that has no end would take time and memory
// without end: each strip of pixels costs about as much as it takes here.
constexpr std::uint64_t most_sharing = 4;
constexpr std::uint64_t piece_cost_bytes = 16;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return a > most - b ? most : a + b;
}

}  // namespace

BlockStructure::BlockStructure(const TiffBlock& tiff, BlockKind kind)
    : first_ifd_(tiff.first_ifd()), budget_bytes_(most_sharing * tiff.size()) {
    add(tiff, 0, tiff.header_bytes());
    tiff.for_each_ifd([&](const Ifd& ifd) {
        ++chain_length_;
        add_directory(tiff, ifd, kind, 0);
    });
    std::ranges::sort(parts_, {}, [](const Part& part) { return std::pair(part.start, part.end); });
    reach_.reserve(parts_.size());
    std::uint64_t reached = 0;
    for (const Part& part : parts_)
        reach_.push_back(reached = std::max(reached, part.end));
}

void BlockStructure::add(const TiffBlock& tiff, std::uint64_t offset, std::uint64_t size_bytes) {
    const std::uint64_t end = sum(offset, size_bytes);
    if (size_bytes == 0) return;
    parts_.push_back({offset, end, std::min(end, tiff.size()) - std::min(offset, tiff.size())});
}

bool BlockStructure::spend(std::uint64_t bytes) {
    is_crowded_ = is_crowded_ || bytes > budget_bytes_;
    if (!is_crowded_) budget_bytes_ -= bytes;
    return !is_crowded_;
}

void BlockStructure::add_directory(const TiffBlock& tiff, const Ifd& ifd, BlockKind kind,
                                   int depth) {
    // What a stray offset leads to is no directory as a rule.
    if (depth > 0 && !ifd.complete) return;
    if (!directories_.insert(ifd.offset).second) return;
    add(tiff, ifd.offset, ifd.size_bytes);
    if (depth < deepest_directory) add_pointed_at(tiff, ifd, kind, depth);
    if (kind == BlockKind::tiff_file) add_stored(tiff, ifd);
}

void BlockStructure::add_pointed_at(const TiffBlock& tiff, const Ifd& ifd, BlockKind kind,
                                    int depth) {
    constexpr std::array pointers = {tiff_tag::exif_pointer, tiff_tag::gps_pointer,
                                     tiff_tag::interoperability_pointer, tiff_tag::sub_ifds};
    for (const TiffTag pointer : pointers) {
        const IfdEntry* entry = ifd.find(pointer);
        for (std::uint64_t i = 0; entry != nullptr && i < entry->count; ++i) {
            const auto offset = tiff.value(*entry, i);
            if (!offset) break;
            const auto found = tiff.read(*offset);
            if (!spend(found ? found->size_bytes : 1)) return;
            if (found) add_directory(tiff, *found, kind, depth + 1);
        }
    }
}

void BlockStructure::add_stored(const TiffBlock& tiff, const Ifd& ifd) {
    for (const IfdEntry& entry : ifd.entries) {
        if (is_metadata_tag(entry.tag) || entry.tag == tiff_tag::orientation) continue;
        if (entry.is_inline || type_bytes(entry.type) == 0) continue;
        const std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        add(tiff, entry.value_offset, std::min(entry.count, most) * type_bytes(entry.type));
    }
    for_each_piece(tiff, ifd, [&](std::uint64_t offset, std::uint64_t size_bytes) {
        add(tiff, offset, size_bytes);
        return spend(piece_cost_bytes);
    });
    const std::uint64_t old_jpeg = tiff.number(ifd, tiff_tag::thumbnail_offset, 0);
    if (old_jpeg != 0) add(tiff, old_jpeg, tiff.number(ifd, tiff_tag::thumbnail_bytes, 0));
}

bool BlockStructure::stands_alone(std::uint64_t offset) const {
    if (is_crowded_) return false;
    const auto part = std::ranges::lower_bound(parts_, offset, {}, &Part::start);
    if (part == parts_.end() || part->start != offset) return false;
    const auto index = static_cast<std::size_t>(part - parts_.begin());
    const bool is_clear_before = index == 0 || reach_[index - 1] <= offset;
    const bool is_clear_behind = index + 1 == parts_.size() || parts_[index + 1].start >= part->end;
    return is_clear_before && is_clear_behind;
}

bool BlockStructure::is_free(std::uint64_t offset, std::uint64_t size_bytes) const {
    if (is_crowded_) return false;
    // Of the parts that start in front of the end, the one that reaches farthest.
    const auto behind = std::ranges::lower_bound(parts_, sum(offset, size_bytes), {}, &Part::start);
    const auto count = static_cast<std::size_t>(behind - parts_.begin());
    return count == 0 || reach_[count - 1] <= offset;
}

std::uint64_t BlockStructure::next_start(std::uint64_t offset, std::uint64_t otherwise) const {
    const auto next = std::ranges::upper_bound(parts_, offset, {}, &Part::start);
    return next == parts_.end() ? otherwise : std::min(next->start, otherwise);
}

bool BlockStructure::is_same_but_ifd0(const BlockStructure& other) const {
    const auto others = [](const BlockStructure& structure) {
        std::vector<Part> parts = structure.parts_;
        const auto ifd0 = std::ranges::find(parts, structure.first_ifd_, &Part::start);
        if (ifd0 != parts.end()) parts.erase(ifd0);
        return parts;
    };
    return !is_crowded_ && !other.is_crowded_ && chain_length_ == other.chain_length_ &&
           others(*this) == others(other);
}

}  // namespace turntile
