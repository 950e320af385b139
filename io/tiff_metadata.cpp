#include "io/tiff_metadata.hpp"

#include <algorithm>

#include "io/ifd.hpp"
#include "io/tiff_tags.hpp"
#include "io/xmp.hpp"

namespace turntile {
namespace {

/// The XMP packet of the first page; empty if there is none.
std::span<const std::byte> xmp_packet(std::span<const std::byte> file) {
    const auto tiff = TiffBlock::open(file);
    const auto ifd0 = tiff ? tiff->read(tiff->first_ifd()) : std::nullopt;
    const IfdEntry* entry = ifd0 ? ifd0->find(tiff_tag::xmp) : nullptr;
    return entry != nullptr ? tiff->bytes(*entry) : std::span<const std::byte>{};
}

void set_xmp_orientation(std::span<std::byte> file, Turn orientation) {
    const auto packet = xmp_packet(file);
    if (packet.empty()) return;
    const std::vector<std::byte> edited = xmp_with_orientation(packet, orientation);
    std::ranges::copy(edited, file.begin() + (packet.data() - file.data()));
}

}  // namespace

OrientationTags read_tiff_orientation(std::span<const std::byte> file) {
    OrientationTags tags;
    tags.add_exif(file, BlockKind::tiff_file);
    tags.add_xmp(xmp_packet(file));
    return tags;
}

std::vector<std::byte> tiff_with_orientation(std::span<const std::byte> file, Turn orientation) {
    const bool must_add = orientation != Turn::none && !orientation_value(file);
    std::vector<std::byte> result =
        must_add ? with_orientation_tag(file, BlockKind::tiff_file, orientation)
                 : std::vector<std::byte>(file.begin(), file.end());
    set_orientation(result, BlockKind::tiff_file, orientation);
    set_xmp_orientation(result, orientation);
    return result;
}

}  // namespace turntile
