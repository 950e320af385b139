#include "io/ifd.hpp"

#include <algorithm>
#include <limits>

namespace turntile {
namespace {

constexpr std::uint16_t classic_magic = 42;
constexpr std::uint16_t big_magic = 43;
constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::size_t type_bytes(std::uint16_t type) {
    switch (type) {
        case 1:  // BYTE
        case 2:  // ASCII
        case 6:  // SBYTE
        case 7:  // UNDEFINED
            return 1;
        case 3:  // SHORT
        case 8:  // SSHORT
            return 2;
        case 4:   // LONG
        case 9:   // SLONG
        case 11:  // FLOAT
        case 13:  // IFD
            return 4;
        case 5:   // RATIONAL
        case 10:  // SRATIONAL
        case 12:  // DOUBLE
        case 16:  // LONG8
        case 17:  // SLONG8
        case 18:  // IFD8
            return 8;
        default: return 0;
    }
}

const IfdEntry* Ifd::find(std::uint16_t tag) const {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [tag](const IfdEntry& entry) { return entry.tag == tag; });
    return found == entries.end() ? nullptr : &*found;
}

std::optional<TiffBlock> TiffBlock::open(std::span<const std::byte> bytes) {
    ByteReader reader(bytes, ByteOrder::little);
    if (reader.holds(0, "MM"))
        reader = ByteReader(bytes, ByteOrder::big);
    else if (!reader.holds(0, "II"))
        return std::nullopt;
    const std::uint16_t magic = reader.u16(2).value_or(0);
    if (magic == classic_magic) {
        const auto first = reader.u32(4);
        if (first) return TiffBlock(reader, false, *first);
    }
    // A BigTIFF header says that its offsets are 8 bytes wide, then holds a 0.
    if (magic == big_magic && reader.u16(4) == 8 && reader.u16(6) == 0) {
        const auto first = reader.u64(8);
        if (first) return TiffBlock(reader, true, *first);
    }
    return std::nullopt;
}

std::optional<std::uint64_t> TiffBlock::read_offset(std::uint64_t offset) const {
    if (is_big_) return reader_.u64(offset);
    const auto value = reader_.u32(offset);
    return value ? std::optional<std::uint64_t>(*value) : std::nullopt;
}

std::optional<Ifd> TiffBlock::read(std::uint64_t offset) const {
    const std::uint64_t count_bytes = is_big_ ? 8 : 2;
    const std::uint64_t entry_bytes = is_big_ ? 20 : 12;
    const std::uint64_t next_bytes = is_big_ ? 8 : 4;
    if (offset < header_bytes() || !reader_.has(offset, count_bytes)) return std::nullopt;
    const std::uint64_t count = is_big_ ? *reader_.u64(offset) : *reader_.u16(offset);
    const std::uint64_t first = offset + count_bytes;
    const std::uint64_t present = std::min(count, (reader_.size() - first) / entry_bytes);

    Ifd ifd;
    ifd.offset = offset;
    ifd.entries.reserve(static_cast<std::size_t>(present));
    for (std::uint64_t i = 0; i < present; ++i)
        ifd.entries.push_back(read_entry(first + i * entry_bytes));
    const std::uint64_t end = first + present * entry_bytes;
    const auto next = present == count ? read_offset(end) : std::nullopt;
    ifd.next = next.value_or(0);
    ifd.complete = next.has_value();
    ifd.size_bytes = end - offset + (ifd.complete ? next_bytes : 0);
    return ifd;
}

IfdEntry TiffBlock::read_entry(std::uint64_t offset) const {
    IfdEntry entry;
    entry.offset = offset;
    entry.tag = *reader_.u16(offset);
    entry.type = *reader_.u16(offset + 2);
    entry.count = *read_offset(offset + 4);
    const std::uint64_t field = offset + (is_big_ ? 12 : 8);
    const std::uint64_t field_bytes = is_big_ ? 8 : 4;
    const std::uint64_t value_bytes = type_bytes(entry.type);
    entry.is_inline = value_bytes != 0 && entry.count <= field_bytes / value_bytes;
    if (value_bytes == 0)
        entry.value_offset = nowhere;
    else
        entry.value_offset = entry.is_inline ? field : *read_offset(field);
    return entry;
}

std::optional<std::uint64_t> TiffBlock::value(const IfdEntry& entry, std::uint64_t index) const {
    const std::uint64_t width_bytes = type_bytes(entry.type);
    // No block holds more than this many values; the multiplication below cannot overflow.
    if (index >= entry.count || index > reader_.size() || entry.value_offset > reader_.size())
        return std::nullopt;
    const std::uint64_t at = entry.value_offset + index * width_bytes;
    const auto widened = [](auto number) {
        return number ? std::optional<std::uint64_t>(*number) : std::nullopt;
    };
    switch (entry.type) {
        case 1:
        case 6:
        case 7: return widened(reader_.u8(at));
        case 3:
        case 8: return widened(reader_.u16(at));
        case 4:
        case 9:
        case 13: return widened(reader_.u32(at));
        case 16:
        case 17:
        case 18: return reader_.u64(at);
        default: return std::nullopt;
    }
}

std::uint64_t TiffBlock::number(const Ifd& ifd, std::uint16_t tag, std::uint64_t otherwise) const {
    const IfdEntry* entry = ifd.find(tag);
    return entry == nullptr ? otherwise : value(*entry).value_or(otherwise);
}

std::span<const std::byte> TiffBlock::bytes(const IfdEntry& entry) const {
    const std::uint64_t width_bytes = type_bytes(entry.type);
    if (width_bytes == 0 || entry.count > reader_.size() / width_bytes) return {};
    const std::uint64_t size_bytes = entry.count * width_bytes;
    if (!reader_.has(entry.value_offset, size_bytes)) return {};
    return reader_.slice(entry.value_offset, size_bytes);
}

}  // namespace turntile
