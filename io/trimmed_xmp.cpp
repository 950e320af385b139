#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "io/trimmed_blocks.hpp"
#include "io/xmp_edit.hpp"
#include "io/xmp_rectangle.hpp"
#include "io/xmp_subject.hpp"
#include "io/xmp_tree.hpp"

namespace turntile {
namespace {

// Of a part of the picture: less than a pixel.
constexpr int least_digits = 6;

/// One side of what regions lie in: the picture itself, whose length is 1, or so many pixels.
struct Space {
    Decimal length = {1, 0};
    bool is_picture = true;
    TrimmedSide side;
};

struct Part {
    Decimal start;
    Decimal length;
};

/// What is left of a part of a side.
Part trimmed(const Part& part, const Space& space) {
    const int least = space.is_picture ? least_digits : 0;
    const int digits = std::max({part.start.digits, part.length.digits, least});
    const auto units = [&](Decimal number) { return with_digits(number, digits).units; };
    const Decimal end =
        scaled(with_digits(space.length, digits), space.side.kept, space.side.whole);
    const Stretch kept = cut({units(part.start), units(part.length)}, end.units);
    const Part result = {{kept.start, digits}, {kept.length, digits}};
    if (!space.is_picture) return result;
    return {scaled(result.start, space.side.whole, space.side.kept),
            scaled(result.length, space.side.whole, space.side.kept)};
}

class XmpTrimmer {
  public:
    /// The subject lies in `subject_space`.
    XmpTrimmer(const Trimming& trimming, Size subject_space)
        : trimming_(trimming), subject_space_(subject_space) {}

    void trim(const XmpNode& property) {
        const std::string& name = property.name;
        if (name == "tiff:ImageWidth" || name == "exif:PixelXDimension")
            trim_length(&property, trimming_.across);
        if (name == "tiff:ImageLength" || name == "exif:PixelYDimension")
            trim_length(&property, trimming_.down);
        if (is_xmp_subject(property)) trim_subject(property);
        if (name == "mwg-rs:Regions") trim_mwg_regions(property);
        if (name == "MP:RegionInfo") trim_microsoft_regions(property);
    }
    std::vector<XmpEdit> take() { return std::move(edits_); }

  private:
    void trim_length(const XmpNode* node, TrimmedSide side) {
        const auto length = xmp_decimal(node);
        if (!length || !side.is_trimmed()) return;
        const Decimal kept = scaled(*length, side.kept, side.whole);
        edits_.push_back({node->text, to_text(kept)});
    }

    void trim_subject(const XmpNode& property) {
        const auto subject = read_xmp_subject(property);
        const auto kept =
            subject ? trimmed_subject(*subject, subject_space_, trimming_) : std::nullopt;
        if (kept) set_xmp_subject(property, *kept, edits_);
    }

    /// An area of a middle and, as a rule, a length along one side.
    void trim_middle(const XmpNode* middle_node, const XmpNode* length_node, const Space& space) {
        const auto middle = xmp_decimal(middle_node);
        if (!middle || !space.side.is_trimmed()) return;
        const auto length = xmp_decimal(length_node);
        const Decimal whole = length.value_or(Decimal{0, middle->digits});
        const int digits = std::max(middle->digits, whole.digits);
        const Decimal half = {with_digits(whole, digits).units / 2, digits};
        const Part kept = trimmed({difference(*middle, half), whole}, space);
        const Decimal moved = {kept.start.units + kept.length.units / 2, kept.start.digits};
        edits_.push_back({middle_node->text, to_text(moved)});
        if (length) edits_.push_back({length_node->text, to_text(kept.length)});
    }

    /// A circle keeps its diameter, which is a part of the shorter side of the picture (Family
    /// History Metadata Working Group, 2.6.2).
    void trim_diameter(const XmpNode* node) {
        const auto diameter = xmp_decimal(node);
        const std::int64_t whole = std::min(trimming_.across.whole, trimming_.down.whole);
        const std::int64_t kept = std::min(trimming_.across.kept, trimming_.down.kept);
        if (!diameter || kept == whole) return;
        const Decimal exact = with_digits(*diameter, least_digits);
        edits_.push_back({node->text, to_text(scaled(exact, whole, kept))});
    }

    void trim_area(const XmpNode& area, const std::optional<std::array<Decimal, 2>>& pixels) {
        const XmpNode* unit = xmp_field(area, "stArea:unit");
        const bool is_in_pixels = unit != nullptr && unit->text == "pixel";
        if (is_in_pixels && !pixels) return;
        Space across = {.side = trimming_.across};
        Space down = {.side = trimming_.down};
        if (is_in_pixels) {
            across = {(*pixels)[0], false, trimming_.across};
            down = {(*pixels)[1], false, trimming_.down};
        }
        trim_middle(xmp_field(area, "stArea:x"), xmp_field(area, "stArea:w"), across);
        trim_middle(xmp_field(area, "stArea:y"), xmp_field(area, "stArea:h"), down);
        if (!is_in_pixels) trim_diameter(xmp_field(area, "stArea:d"));
    }

    void trim_mwg_regions(const XmpNode& regions) {
        std::optional<std::array<Decimal, 2>> pixels;
        if (const XmpNode* dimensions = xmp_field(regions, "mwg-rs:AppliedToDimensions")) {
            const XmpNode* width_node = xmp_field(*dimensions, "stDim:w");
            const XmpNode* height_node = xmp_field(*dimensions, "stDim:h");
            const auto width = xmp_decimal(width_node);
            const auto height = xmp_decimal(height_node);
            if (width && height) pixels = {*width, *height};
            trim_length(width_node, trimming_.across);
            trim_length(height_node, trimming_.down);
        }
        for (const XmpNode* region : xmp_items(regions, "mwg-rs:RegionList"))
            if (const XmpNode* area = xmp_field(*region, "mwg-rs:Area")) trim_area(*area, pixels);
    }

    void trim_microsoft_regions(const XmpNode& info) {
        for (const XmpNode* region : xmp_items(info, "MPRI:Regions")) {
            const XmpNode* node = xmp_field(*region, "MPReg:Rectangle");
            const auto rectangle = node ? parse_rectangle(node->text) : std::nullopt;
            if (!rectangle) continue;
            const auto [x, y, width, height] = *rectangle;
            Part across = {x, width};
            Part down = {y, height};
            if (trimming_.across.is_trimmed()) across = trimmed(across, {.side = trimming_.across});
            if (trimming_.down.is_trimmed()) down = trimmed(down, {.side = trimming_.down});
            edits_.push_back({node->text, rectangle_text({across.start, down.start, across.length,
                                                          down.length})});
        }
    }

    const Trimming& trimming_;
    Size subject_space_;
    std::vector<XmpEdit> edits_;
};

}  // namespace

std::vector<std::byte> trimmed_xmp(std::span<const std::byte> packet, std::size_t largest_bytes,
                                   const Trimming& trimming, Notes& notes) {
    std::vector<std::byte> unchanged(packet.begin(), packet.end());
    const auto text = xmp_text(packet);
    if (!text) return unchanged;  // the turn notes it
    const XmpNode tree = read_xmp_tree(*text);
    const std::vector<const XmpNode*> properties = xmp_properties(tree);
    XmpTrimmer trimmer(trimming, xmp_subject_space(properties, trimming.whole()));
    for (const XmpNode* property : properties)
        trimmer.trim(*property);
    std::vector<XmpEdit> edits = trimmer.take();
    if (edits.empty()) return unchanged;
    std::vector<std::byte> result = edited_xmp(*text, std::move(edits));
    if (result.size() <= largest_bytes) return result;
    notes.add(
        "XMP has no room for trimmed regions and sizes, which are those of the whole picture");
    return unchanged;
}

}  // namespace turntile
