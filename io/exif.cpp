#include "io/exif.hpp"

#include "io/ifd.hpp"

namespace turntile {

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
    tiff->for_each_ifd([&](const Ifd& ifd) {
        for (const IfdEntry& entry : ifd.entries)
            if (entry.tag == orientation_tag && tiff->value(entry))
                store(block, entry.value_offset, type_bytes(entry.type), tiff->order(), 1);
    });
}

}  // namespace turntile
