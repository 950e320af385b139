#include "io/exif.hpp"

#include "io/ifd.hpp"

namespace turntile {
namespace {

void store_upright(const TiffBlock& tiff, const Ifd& ifd, std::span<std::byte> block) {
    for (const IfdEntry& entry : ifd.entries)
        if (entry.tag == orientation_tag && tiff.value(entry))
            store(block, entry.value_offset, type_bytes(entry.type), tiff.order(), 1);
}

}  // namespace

std::optional<std::uint64_t> orientation_value(std::span<const std::byte> block) {
    const auto tiff = TiffBlock::open(block);
    if (!tiff) return std::nullopt;
    const auto ifd0 = tiff->read(tiff->first_ifd());
    if (!ifd0) return std::nullopt;
    const IfdEntry* entry = ifd0->find_last(orientation_tag);
    return entry != nullptr ? tiff->value(*entry) : std::nullopt;
}

Turn turn_of_orientation(std::uint64_t value) {
    return value >= 1 && value <= 8 ? static_cast<Turn>(value) : Turn::none;
}

void make_upright(std::span<std::byte> block) {
    const auto tiff = TiffBlock::open(block);
    if (!tiff) return;
    // IFD1 too: readers that take its tag for the picture's would turn an upright picture.
    tiff->for_each_ifd([&](const Ifd& ifd) { store_upright(*tiff, ifd, block); });
}

void make_first_page_upright(std::span<std::byte> block) {
    const auto tiff = TiffBlock::open(block);
    if (!tiff) return;
    if (const auto ifd0 = tiff->read(tiff->first_ifd())) store_upright(*tiff, *ifd0, block);
}

void read_orientation(std::span<const std::byte> block, FileInfo& info) {
    const auto value = orientation_value(block);
    if (!value) return;
    info.has_orientation_tag = true;
    info.orientation = turn_of_orientation(*value);
}

}  // namespace turntile
