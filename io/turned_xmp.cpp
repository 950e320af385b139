#include <array>
#include <optional>
#include <utility>

#include "io/turned_blocks.hpp"
#include "io/xmp.hpp"
#include "io/xmp_edit.hpp"
#include "io/xmp_regions.hpp"
#include "io/xmp_subject.hpp"
#include "io/xmp_tree.hpp"

namespace turntile {
namespace {

constexpr std::array exchanged_properties = {
    std::pair{"tiff:ImageWidth", "tiff:ImageLength"},
    std::pair{"exif:PixelXDimension", "exif:PixelYDimension"},
    std::pair{"tiff:XResolution", "tiff:YResolution"},
};

void exchange_sizes(const std::vector<const XmpNode*>& properties, std::vector<XmpEdit>& edits,
                    Notes& notes) {
    for (const auto& [a, b] : exchanged_properties) {
        const XmpNode* first = xmp_property(properties, a);
        const XmpNode* second = xmp_property(properties, b);
        if (first == nullptr || second == nullptr) continue;
        if (!exchange(first->text, second->text, edits))
            notes.add(
                "sizes or resolutions in XMP could not be exchanged and were left as they are");
    }
}

/// Properties that describe the picture as it was, in terms that this program does not turn.
void note_what_stays(const std::vector<const XmpNode*>& properties, Notes& notes) {
    for (const XmpNode* property : properties) {
        if (property->name.starts_with("GPano:"))
            notes.add("panorama tags (GPano) describe the picture before the turn");
        if (property->name == "crs:HasCrop" && property->text == "True")
            notes.add("crop tags (crs) describe the picture before the turn");
    }
}

void turn_subjects(const std::vector<const XmpNode*>& properties, const PictureTurn& picture,
                   std::vector<XmpEdit>& edits, Notes& notes) {
    const Size space = xmp_subject_space(properties, picture.source);
    for (const XmpNode* property : properties) {
        if (!is_xmp_subject(*property)) continue;
        const auto subject = read_xmp_subject(*property);
        const auto moved = subject ? turned_subject(*subject, space, picture.turn) : std::nullopt;
        if (moved)
            set_xmp_subject(*property, *moved, edits);
        else
            notes.add("the subject's place in XMP could not be turned and was left as it is");
    }
}

std::vector<XmpEdit> edits_for(const std::vector<const XmpNode*>& properties,
                               const PictureTurn& picture, Notes& notes) {
    const Turn turn = picture.turn;
    std::vector<XmpEdit> edits;
    for (const XmpNode* property : properties)
        if (property->name == "tiff:Orientation" && xmp_number(property->text))
            edits.push_back({property->text, "1"});
    if (turn == Turn::none) return edits;
    note_what_stays(properties, notes);
    if (swaps_axes(turn)) exchange_sizes(properties, edits, notes);
    turn_subjects(properties, picture, edits, notes);
    for (const XmpNode* property : properties)
        if (!turn_regions(*property, turn, edits))
            notes.add("face regions in XMP could not be turned and were left as they are");
    return edits;
}

}  // namespace

std::vector<std::byte> turned_xmp(std::span<const std::byte> packet, std::size_t largest_bytes,
                                  const PictureTurn& picture, Notes& notes) {
    const auto text = xmp_text(packet);
    if (!text) {
        notes.add("XMP that is not UTF-8, or larger than 16 MiB, was left as it is");
        return {packet.begin(), packet.end()};
    }
    const XmpNode tree = read_xmp_tree(*text);
    std::vector<XmpEdit> edits = edits_for(xmp_properties(tree), picture, notes);
    if (edits.empty()) return {packet.begin(), packet.end()};
    std::vector<std::byte> result = edited_xmp(*text, std::move(edits));
    if (result.size() <= largest_bytes) return result;
    notes.add("XMP has no room for turned regions and sizes, which were left as they are");
    return xmp_with_orientation(packet, Turn::none);
}

}  // namespace turntile
