#include "io/exif.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "io/block_structure.hpp"
#include "io/ifd.hpp"
#include "io/tiff_tags.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::uint16_t ascii_type = 2;
constexpr std::uint16_t short_type = 3;
constexpr std::uint16_t float_type = 11;

std::optional<std::uint64_t> value_of_text(std::span<const std::byte> text) {
    const std::string_view digits(reinterpret_cast<const char*>(text.data()), text.size());
    std::uint64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return read.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> value_of_float(std::span<const std::byte> bytes, ByteOrder order) {
    const auto bits = ByteReader(bytes, order).u32(0);
    if (!bits) return std::nullopt;
    const auto value = std::bit_cast<float>(*bits);
    // Written so that it holds for no NaN.
    if (!(value >= 0 && value < 256)) return std::nullopt;
    return static_cast<std::uint64_t>(value);
}

std::optional<std::uint64_t> value_of(const TiffBlock& tiff, const IfdEntry& entry) {
    if (entry.type == ascii_type) return value_of_text(tiff.bytes(entry));
    if (entry.type == float_type) return value_of_float(tiff.bytes(entry), tiff.order());
    return tiff.value(entry);
}

/// Calls `visit` with each orientation entry that has a value, and its directory.
template <class Visit>
void for_each_orientation(const TiffBlock& tiff, BlockKind kind, Visit visit) {
    const auto visit_ifd = [&](const Ifd& ifd) {
        for (const IfdEntry& entry : ifd.entries)
            if (entry.tag == tiff_tag::orientation && value_of(tiff, entry)) visit(ifd, entry);
    };
    if (kind == BlockKind::exif)
        tiff.for_each_ifd(visit_ifd);
    else if (const auto ifd0 = tiff.read(tiff.first_ifd()))
        visit_ifd(*ifd0);
}

/// Whether the entry holds one whole number itself. What stands elsewhere may be used by others.
bool holds_one_number(const IfdEntry& entry) {
    return entry.is_inline && entry.count == 1 && entry.type != ascii_type &&
           entry.type != float_type;
}

/// Writes one SHORT into the entry that starts at `offset`.
void store_short(std::span<std::byte> block, const TiffBlock& tiff, std::uint64_t offset,
                 std::uint64_t value) {
    const std::size_t offset_bytes = tiff.is_big() ? 8 : 4;
    store(block, offset + 2, 2, tiff.order(), short_type);
    store(block, offset + 4, offset_bytes, tiff.order(), 1);
    store(block, offset + 4 + offset_bytes, offset_bytes, tiff.order(), 0);
    store(block, offset + 4 + offset_bytes, 2, tiff.order(), value);
}

void store_orientation(std::span<std::byte> block, const TiffBlock& tiff, const IfdEntry& entry,
                       Turn orientation) {
    const auto value = static_cast<std::uint64_t>(orientation);
    if (holds_one_number(entry))
        store(block, entry.value_offset, type_bytes(entry.type), tiff.order(), value);
    else
        store_short(block, tiff, entry.offset, value);
}

std::vector<std::byte> minimal_block(Turn orientation) {
    std::vector<std::byte> block(26);
    const auto put = [&](std::uint64_t offset, std::size_t width_bytes, std::uint64_t value) {
        store(block, offset, width_bytes, ByteOrder::big, value);
    };
    put(0, 4, 0x4d4d002a);  // "MM", 42
    put(4, 4, 8);           // where IFD0 stands
    put(8, 2, 1);           // its one entry
    put(10, 2, tiff_tag::orientation);
    put(12, 2, short_type);
    put(14, 4, 1);
    put(18, 2, static_cast<std::uint64_t>(orientation));
    return block;
}

std::span<const std::byte> bytes_of(std::span<const std::byte> block, const Ifd& ifd) {
    return block.subspan(static_cast<std::size_t>(ifd.offset),
                         static_cast<std::size_t>(ifd.size_bytes));
}

/// A copy of the directory with one entry more, in the order of tags.
std::vector<std::byte> grown_ifd(std::span<const std::byte> block, const TiffBlock& tiff,
                                 const Ifd& ifd, Turn orientation) {
    const std::size_t count_bytes = tiff.is_big() ? 8 : 2;
    const std::size_t entry_bytes = tiff.is_big() ? 20 : 12;
    const auto before = static_cast<std::size_t>(
        std::count_if(ifd.entries.begin(), ifd.entries.end(),
                      [](const IfdEntry& entry) { return entry.tag < tiff_tag::orientation; }));
    const auto old = bytes_of(block, ifd);
    std::vector<std::byte> grown(old.begin(), old.end());
    const std::size_t at = count_bytes + before * entry_bytes;
    grown.insert(grown.begin() + static_cast<std::ptrdiff_t>(at), entry_bytes, std::byte{0});
    store(grown, 0, count_bytes, tiff.order(), ifd.entries.size() + 1);
    store(grown, at, 2, tiff.order(), tiff_tag::orientation);
    store_short(grown, tiff, at, static_cast<std::uint64_t>(orientation));
    return grown;
}

/// A copy of the directory with the tag set in each entry that has it.
std::vector<std::byte> changed_ifd(std::span<const std::byte> block, const TiffBlock& tiff,
                                   const Ifd& ifd, Turn orientation) {
    const auto old = bytes_of(block, ifd);
    std::vector<std::byte> changed(old.begin(), old.end());
    for (const IfdEntry& entry : ifd.entries)
        if (entry.tag == tiff_tag::orientation)
            store_short(changed, tiff, entry.offset - ifd.offset,
                        static_cast<std::uint64_t>(orientation));
    return changed;
}

std::vector<std::byte> with_new_ifd0(std::span<const std::byte> block, const TiffBlock& tiff,
                                     const std::vector<std::byte>& ifd) {
    std::vector<std::byte> result(block.begin(), block.end());
    if (result.size() % 2 == 1) result.push_back(std::byte{0});  // directories start on even bytes
    const std::uint64_t at = result.size();
    if (!tiff.is_big() && at > std::numeric_limits<std::uint32_t>::max() - ifd.size())
        throw ImageError("there is no room for an orientation tag: offsets end at 4 GiB");
    append(result, ifd);
    const std::size_t offset_bytes = tiff.is_big() ? 8 : 4;
    store(result, tiff.is_big() ? 8 : 4, offset_bytes, tiff.order(), at);
    return result;
}

}  // namespace

std::optional<std::uint64_t> orientation_value(std::span<const std::byte> block) {
    const auto tiff = TiffBlock::open(block);
    if (!tiff) return std::nullopt;
    const auto ifd0 = tiff->read(tiff->first_ifd());
    if (!ifd0) return std::nullopt;
    for (const IfdEntry& entry : ifd0->entries)
        if (entry.tag == tiff_tag::orientation)
            if (const auto value = value_of(*tiff, entry)) return value;
    return std::nullopt;
}

std::vector<std::uint64_t> all_orientation_values(std::span<const std::byte> block,
                                                  BlockKind kind) {
    std::vector<std::uint64_t> values;
    if (const auto tiff = TiffBlock::open(block))
        for_each_orientation(*tiff, kind, [&](const Ifd&, const IfdEntry& entry) {
            values.push_back(value_of(*tiff, entry).value_or(0));
        });
    return values;
}

Turn turn_of_orientation(std::uint64_t value) {
    return value >= 1 && value <= 8 ? static_cast<Turn>(value) : Turn::none;
}

void set_orientation(std::span<std::byte> block, BlockKind kind, Turn orientation) {
    const auto tiff = TiffBlock::open(block);
    if (!tiff) return;
    const BlockStructure structure(*tiff, BlockKind::exif);
    // What is written changes nothing of what is read.
    std::vector<IfdEntry> entries;
    for_each_orientation(*tiff, kind, [&](const Ifd& ifd, const IfdEntry& entry) {
        if (ifd.offset == tiff->first_ifd() || structure.stands_alone(ifd.offset))
            entries.push_back(entry);
    });
    for (const IfdEntry& entry : entries)
        store_orientation(block, *tiff, entry, orientation);
}

std::vector<std::byte> with_orientation_tag(std::span<const std::byte> block, BlockKind kind,
                                            Turn orientation) {
    if (block.empty()) return minimal_block(orientation);
    const auto tiff = TiffBlock::open(block);
    const auto ifd0 = tiff ? tiff->read(tiff->first_ifd()) : std::nullopt;
    const char* damaged = kind == BlockKind::exif ? "the EXIF block is damaged"
                                                  : "the TIFF's first directory is damaged";
    if (!ifd0 || !(ifd0->complete || orientation_value(block))) throw ImageError(damaged);

    std::vector<std::byte> result(block.begin(), block.end());
    set_orientation(result, kind, orientation);
    if (orientation_value(block) && std::ranges::equal(result, block)) return result;
    const BlockStructure structure(*tiff, kind);
    const bool has_entry = ifd0->find(tiff_tag::orientation) != nullptr;
    const bool stays = kind == BlockKind::exif || structure.stands_alone(ifd0->offset);
    if (has_entry && stays) {
        // Also where it can be read only now that its value is a number.
        for (const IfdEntry& entry : ifd0->entries)
            if (entry.tag == tiff_tag::orientation)
                store_orientation(result, *tiff, entry, orientation);
    } else {
        if (!ifd0->complete || !structure.stands_alone(0)) throw ImageError(damaged);
        // Of the old first directory nothing changes: it may hold pixels.
        if (!stays) result.assign(block.begin(), block.end());
        result = with_new_ifd0(result, *tiff,
                               has_entry ? changed_ifd(block, *tiff, *ifd0, orientation)
                                         : grown_ifd(block, *tiff, *ifd0, orientation));
    }
    if (!BlockStructure(TiffBlock::open(result).value(), kind).is_same_but_ifd0(structure))
        throw ImageError(
            "no orientation tag can be set: directories overlap, or lead beyond the end");
    return result;
}

}  // namespace turntile
