#include "io/tiff_tags.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace turntile {
namespace {

// TIFF 6.0 and its technical notes: sizes, depths, strips, tiles, compression, and the orientation,
// which is 1 after a turn.
constexpr std::array<std::uint16_t, 58> storage_tags = {
    254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278,
    279, 280, 281, 284, 288, 289, 290, 291, 292, 293, 317, 320, 321, 322, 323,
    324, 325, 326, 327, 328, 330, 332, 333, 334, 336, 338, 339, 340, 341, 347,
    512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532};

// What the picture looks like and how large it is on paper.
constexpr std::array<std::uint16_t, 7> colour_tags = {
    tiff_tag::x_resolution, tiff_tag::y_resolution, 296, 301, 318, 319, tiff_tag::icc_profile};

// What the samples' values mean: their range, a response curve, inks. As true of turned samples.
constexpr std::array<std::pair<std::uint16_t, std::string_view>, 9> sample_tags = {
    {{280, "MinSampleValue"},
     {281, "MaxSampleValue"},
     {290, "GrayResponseUnit"},
     {291, "GrayResponseCurve"},
     {333, "InkNames"},
     {334, "NumberOfInks"},
     {336, "DotRange"},
     {340, "SMinSampleValue"},
     {341, "SMaxSampleValue"}}};

template <std::size_t n>
bool holds(const std::array<std::uint16_t, n>& tags, std::uint16_t tag) {
    return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

}  // namespace

bool is_metadata_tag(std::uint16_t tag) {
    return !holds(storage_tags, tag) && tag != tiff_tag::photoshop_layers;
}

bool is_carried_tag(std::uint16_t tag, Kept kept) {
    return kept == Kept::colours ? holds(colour_tags, tag) : is_metadata_tag(tag);
}

std::optional<std::string_view> sample_tag_name(std::uint16_t tag) {
    for (const auto& [number, name] : sample_tags)
        if (number == tag) return name;
    return std::nullopt;
}

}  // namespace turntile
