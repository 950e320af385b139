#include "io/orientation_tags.hpp"

#include "io/xmp.hpp"

namespace turntile {

void OrientationTags::add_exif(std::span<const std::byte> block, BlockKind kind) {
    if (!exif_) exif_ = orientation_value(block);
    add_all(all_orientation_values(block, kind));
}

void OrientationTags::add_xmp(std::span<const std::byte> packet) {
    const std::vector<std::uint64_t> values = xmp_orientation_values(packet);
    if (!xmp_ && !values.empty()) xmp_ = values.front();
    add_all(values);
}

void OrientationTags::add_all(const std::vector<std::uint64_t>& values) {
    for (const std::uint64_t value : values)
        any_turns_ = any_turns_ || turn_of_orientation(value) != Turn::none;
}

void OrientationTags::put_in(FileInfo& info) const {
    info.has_orientation_tag = value().has_value();
    info.orientation = turn_of_orientation(value().value_or(1));
    info.has_turning_tag = any_turns_;
}

}  // namespace turntile
