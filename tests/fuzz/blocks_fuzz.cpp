// Any bytes as an EXIF block, an XMP packet, and the text of a raw profile, turned.
#include <span>
#include <string>
#include <vector>

#include "io/exif.hpp"
#include "io/raw_profile.hpp"
#include "io/turned_blocks.hpp"
#include "io/xmp.hpp"
#include "io/xmp_tree.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "turntile/error.hpp"

using namespace turntile;

namespace {

/// The names of all that a packet is made of.
void add_names(const XmpNode& node, std::vector<std::string>& names) {
    for (const XmpNode& child : node.children) {
        names.push_back(child.name);
        add_names(child, names);
    }
}

std::vector<std::string> xmp_names(std::span<const std::byte> packet) {
    std::vector<std::string> names;
    if (const auto text = xmp_text(packet)) add_names(read_xmp_tree(*text), names);
    return names;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
    constexpr std::size_t largest_bytes = 65527;
    const auto bytes = tests::fuzz_input(data, size_bytes);
    Notes notes;
    for (const Turn turn : {Turn::transverse, Turn::flip_horizontal}) {
        static_cast<void>(
            turned_exif(bytes, BlockKind::exif, largest_bytes, {turn, {400, 300}}, notes));
        const auto xmp = turned_xmp(bytes, largest_bytes, {turn, {400, 300}}, notes);
        if (xmp_names(xmp) != xmp_names(bytes)) __builtin_trap();
        for (const std::uint64_t value : xmp_orientation_values(xmp))
            if (value != 1 && size_bytes <= largest_bytes) __builtin_trap();
    }
    if (const auto profile = raw_profile_bytes(bytes))
        if (raw_profile_bytes(raw_profile_with_bytes(bytes, *profile)) != profile) __builtin_trap();
    try {
        const auto tagged = with_orientation_tag(bytes, BlockKind::exif, Turn::rotate_90);
        if (orientation_value(tagged) != 6) __builtin_trap();
    } catch (const ImageError&) {
        // No block.
    }
    return 0;
}
