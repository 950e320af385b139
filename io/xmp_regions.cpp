#include "io/xmp_regions.hpp"

#include <optional>

#include "io/xmp_rectangle.hpp"

namespace turntile {
namespace {

/// False if both are there and cannot be exchanged.
bool exchange(const XmpNode* a, const XmpNode* b, std::vector<XmpEdit>& edits) {
    return a == nullptr || b == nullptr || turntile::exchange(a->text, b->text, edits);
}

/// The lengths of the two sides of the space that an area lies in, before the turn.
struct Space {
    Decimal width = {1, 0};
    Decimal height = {1, 0};
};

/// An area's `stArea:x` and `y` are its middle.
bool turn_area(const XmpNode& area, const std::optional<Space>& pixels, TurnSteps steps,
               std::vector<XmpEdit>& edits) {
    const XmpNode* x_node = xmp_field(area, "stArea:x");
    const XmpNode* y_node = xmp_field(area, "stArea:y");
    auto x = xmp_decimal(x_node);
    auto y = xmp_decimal(y_node);
    const XmpNode* unit = xmp_field(area, "stArea:unit");
    const bool is_in_pixels = unit != nullptr && unit->text == "pixel";
    if (!x || !y || (is_in_pixels && !pixels)) return false;
    Space space = is_in_pixels ? *pixels : Space{};
    if (steps.swap_axes) {
        std::swap(*x, *y);
        std::swap(space.width, space.height);
        if (!exchange(xmp_field(area, "stArea:w"), xmp_field(area, "stArea:h"), edits))
            return false;
    }
    edits.push_back({x_node->text, to_text(steps.mirror_x ? difference(space.width, *x) : *x)});
    edits.push_back({y_node->text, to_text(steps.mirror_y ? difference(space.height, *y) : *y)});
    return true;
}

bool turn_mwg_regions(const XmpNode& regions, TurnSteps steps, std::vector<XmpEdit>& edits) {
    std::optional<Space> pixels;
    if (const XmpNode* dimensions = xmp_field(regions, "mwg-rs:AppliedToDimensions")) {
        const XmpNode* width_node = xmp_field(*dimensions, "stDim:w");
        const XmpNode* height_node = xmp_field(*dimensions, "stDim:h");
        const auto width = xmp_decimal(width_node);
        const auto height = xmp_decimal(height_node);
        if (width && height) pixels = Space{*width, *height};
        if (steps.swap_axes && !exchange(width_node, height_node, edits)) return false;
    }
    for (const XmpNode* region : xmp_items(regions, "mwg-rs:RegionList")) {
        const XmpNode* area = xmp_field(*region, "mwg-rs:Area");
        if (area != nullptr && !turn_area(*area, pixels, steps, edits)) return false;
    }
    return true;
}

bool turn_microsoft_regions(const XmpNode& info, TurnSteps steps, std::vector<XmpEdit>& edits) {
    for (const XmpNode* region : xmp_items(info, "MPRI:Regions")) {
        const XmpNode* node = xmp_field(*region, "MPReg:Rectangle");
        if (node == nullptr) continue;  // a person that nobody has framed
        const auto rectangle = parse_rectangle(node->text);
        if (!rectangle) return false;
        auto [x, y, width, height] = *rectangle;
        if (steps.swap_axes) {
            std::swap(x, y);
            std::swap(width, height);
        }
        if (steps.mirror_x) x = difference(difference({1, 0}, x), width);
        if (steps.mirror_y) y = difference(difference({1, 0}, y), height);
        edits.push_back({node->text, rectangle_text({x, y, width, height})});
    }
    return true;
}

}  // namespace

bool turn_regions(const XmpNode& property, Turn turn, std::vector<XmpEdit>& edits) {
    std::vector<XmpEdit> added;
    bool is_known = true;
    if (property.name == "mwg-rs:Regions")
        is_known = turn_mwg_regions(property, steps(turn), added);
    if (property.name == "MP:RegionInfo")
        is_known = turn_microsoft_regions(property, steps(turn), added);
    if (is_known) edits.insert(edits.end(), added.begin(), added.end());
    return is_known;
}

}  // namespace turntile
