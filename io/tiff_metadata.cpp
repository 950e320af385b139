#include "io/tiff_metadata.hpp"

#include <algorithm>

#include "io/block_structure.hpp"
#include "io/ifd.hpp"
#include "io/tiff_tags.hpp"
#include "io/xmp.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

/// The XMP packet of the first page; empty if there is none.
std::span<const std::byte> xmp_packet(std::span<const std::byte> file) {
    const auto tiff = TiffBlock::open(file);
    const auto ifd0 = tiff ? tiff->read(tiff->first_ifd()) : std::nullopt;
    const IfdEntry* entry = ifd0 ? ifd0->find(tiff_tag::xmp) : nullptr;
    return entry != nullptr ? tiff->bytes(*entry) : std::span<const std::byte>{};
}

/// Sets the orientation of `file`'s packet in `result`, which starts with the same bytes but for
/// the tag and the first directory's place. A packet that is told too large may reach over
/// anything.
void set_xmp_orientation(std::span<const std::byte> file, std::span<std::byte> result,
                         Turn orientation) {
    const auto packet = xmp_packet(file);
    if (packet.empty()) return;
    const std::vector<std::byte> edited = xmp_with_orientation(packet, orientation);
    const auto first = std::ranges::mismatch(packet, edited);
    if (first.in1 == packet.end()) return;
    const auto start = first.in1 - packet.begin();
    const auto last = std::mismatch(packet.rbegin(), packet.rend(), edited.rbegin());
    const auto size = packet.rend() - last.first - start;
    const auto at = packet.data() - file.data() + start;
    const BlockStructure structure(TiffBlock::open(file).value(), BlockKind::tiff_file);
    if (!structure.is_free(static_cast<std::uint64_t>(at), static_cast<std::uint64_t>(size)))
        throw ImageError(
            "the TIFF's XMP overlaps other parts of the file: its orientation cannot "
            "be set");
    std::copy_n(edited.begin() + start, size, result.begin() + at);
}

}  // namespace

OrientationTags read_tiff_orientation(std::span<const std::byte> file) {
    OrientationTags tags;
    tags.add_exif(file, BlockKind::tiff_file);
    tags.add_xmp(xmp_packet(file));
    return tags;
}

std::vector<std::byte> tiff_with_orientation_tag(std::span<const std::byte> file,
                                                 Turn orientation) {
    if (orientation == Turn::none && !orientation_value(file)) return {file.begin(), file.end()};
    return with_orientation_tag(file, BlockKind::tiff_file, orientation);
}

std::vector<std::byte> tiff_with_orientation(std::span<const std::byte> file, Turn orientation) {
    std::vector<std::byte> result = tiff_with_orientation_tag(file, orientation);
    set_xmp_orientation(file, result, orientation);
    return result;
}

}  // namespace turntile
