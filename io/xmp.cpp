#include "io/xmp.hpp"

#include <string>
#include <string_view>

#include "io/xmp_edit.hpp"
#include "io/xmp_tree.hpp"

namespace turntile {
namespace {

constexpr std::string_view orientation_property = "tiff:Orientation";

/// Calls `visit` with the text of each orientation that is a number, and with the number.
template <class Visit>
void for_each_orientation(std::string_view packet, Visit visit) {
    // Reading the tree of a packet that cannot hold the property would be for nothing.
    if (packet.find("Orientation") == std::string_view::npos) return;
    const XmpNode tree = read_xmp_tree(packet);
    for (const XmpNode* property : xmp_properties(tree))
        if (property->name == orientation_property)
            if (const auto value = xmp_number(property->text)) visit(property->text, *value);
}

}  // namespace

std::vector<std::uint64_t> xmp_orientation_values(std::span<const std::byte> packet) {
    std::vector<std::uint64_t> values;
    if (const auto text = xmp_text(packet))
        for_each_orientation(
            *text, [&](std::string_view, std::uint64_t value) { values.push_back(value); });
    return values;
}

std::vector<std::byte> xmp_with_orientation(std::span<const std::byte> packet, Turn orientation) {
    std::vector<XmpEdit> edits;
    const auto text = xmp_text(packet);
    if (text)
        for_each_orientation(*text, [&](std::string_view old_text, std::uint64_t) {
            edits.push_back({old_text, std::to_string(static_cast<int>(orientation))});
        });
    if (edits.empty()) return {packet.begin(), packet.end()};
    return edited_xmp(*text, std::move(edits));
}

}  // namespace turntile
