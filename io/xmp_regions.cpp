#include "io/xmp_regions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "io/xmp_decimal.hpp"

namespace turntile {
namespace {

/// A field of a structure, which stands in it or in an rdf:Description in it.
const XmpNode* field(const XmpNode& structure, std::string_view name) {
    if (const XmpNode* found = structure.child(name)) return found;
    const XmpNode* description = structure.child("rdf:Description");
    return description != nullptr ? description->child(name) : nullptr;
}

/// The items of a list in the field `name`: rdf:Bag or rdf:Seq.
std::vector<const XmpNode*> items(const XmpNode& structure, std::string_view name) {
    std::vector<const XmpNode*> result;
    const XmpNode* list = field(structure, name);
    if (list == nullptr) return result;
    for (const XmpNode& container : list->children)
        for (const XmpNode& item : container.children)
            if (item.name == "rdf:li") result.push_back(&item);
    return result;
}

void exchange(const XmpNode* a, const XmpNode* b, std::vector<XmpEdit>& edits) {
    if (a == nullptr || b == nullptr || a->text.empty() || b->text.empty()) return;
    edits.push_back({a->text, std::string(b->text)});
    edits.push_back({b->text, std::string(a->text)});
}

std::optional<Decimal> number(const XmpNode* node) {
    return node != nullptr ? parse_decimal(node->text) : std::nullopt;
}

/// The lengths of the two sides of the space that an area lies in, before the turn.
struct Space {
    Decimal width = {1, 0};
    Decimal height = {1, 0};
};

/// An area's `stArea:x` and `y` are its middle.
bool turn_area(const XmpNode& area, const std::optional<Space>& pixels, TurnSteps steps,
               std::vector<XmpEdit>& edits) {
    const XmpNode* x_node = field(area, "stArea:x");
    const XmpNode* y_node = field(area, "stArea:y");
    auto x = number(x_node);
    auto y = number(y_node);
    const XmpNode* unit = field(area, "stArea:unit");
    const bool is_in_pixels = unit != nullptr && unit->text == "pixel";
    if (!x || !y || (is_in_pixels && !pixels)) return false;
    Space space = is_in_pixels ? *pixels : Space{};
    if (steps.swap_axes) {
        std::swap(*x, *y);
        std::swap(space.width, space.height);
        exchange(field(area, "stArea:w"), field(area, "stArea:h"), edits);
    }
    edits.push_back({x_node->text, to_text(steps.mirror_x ? difference(space.width, *x) : *x)});
    edits.push_back({y_node->text, to_text(steps.mirror_y ? difference(space.height, *y) : *y)});
    return true;
}

bool turn_mwg_regions(const XmpNode& regions, TurnSteps steps, std::vector<XmpEdit>& edits) {
    std::optional<Space> pixels;
    if (const XmpNode* dimensions = field(regions, "mwg-rs:AppliedToDimensions")) {
        const XmpNode* width_node = field(*dimensions, "stDim:w");
        const XmpNode* height_node = field(*dimensions, "stDim:h");
        const auto width = number(width_node);
        const auto height = number(height_node);
        if (width && height) pixels = Space{*width, *height};
        if (steps.swap_axes) exchange(width_node, height_node, edits);
    }
    for (const XmpNode* region : items(regions, "mwg-rs:RegionList")) {
        const XmpNode* area = field(*region, "mwg-rs:Area");
        if (area != nullptr && !turn_area(*area, pixels, steps, edits)) return false;
    }
    return true;
}

/// "x, y, width, height" of a rectangle from its top left corner, as parts of the picture.
std::optional<std::array<Decimal, 4>> parse_rectangle(std::string_view text) {
    std::array<Decimal, 4> numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t comma = text.find(',');
        if ((comma == std::string_view::npos) != (i + 1 == numbers.size())) return std::nullopt;
        const auto parsed = parse_decimal(text.substr(0, comma));
        if (!parsed) return std::nullopt;
        numbers[i] = *parsed;
        text.remove_prefix(std::min(comma, text.size() - 1) + 1);
    }
    return numbers;
}

bool turn_microsoft_regions(const XmpNode& info, TurnSteps steps, std::vector<XmpEdit>& edits) {
    for (const XmpNode* region : items(info, "MPRI:Regions")) {
        const XmpNode* node = field(*region, "MPReg:Rectangle");
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
        edits.push_back({node->text, to_text(x) + ", " + to_text(y) + ", " + to_text(width) + ", " +
                                         to_text(height)});
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
