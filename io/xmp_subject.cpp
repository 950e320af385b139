#include "io/xmp_subject.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include "io/blanks.hpp"

namespace turntile {
namespace {

constexpr std::uint64_t most_px = std::numeric_limits<std::int32_t>::max();

std::optional<std::uint64_t> pixels(const XmpNode* node) {
    const auto value = node != nullptr ? xmp_number(node->text) : std::nullopt;
    return value && *value <= most_px ? value : std::nullopt;
}

}  // namespace

bool is_xmp_subject(const XmpNode& property) {
    return property.name == "exif:SubjectArea" || property.name == "exif:SubjectLocation";
}

std::optional<Subject> read_xmp_subject(const XmpNode& property) {
    Subject subject;
    for (const XmpNode* item : xmp_items(property)) {
        const auto value = pixels(item);
        if (!value || subject.size() == 4) return std::nullopt;
        subject.push_back(static_cast<std::int64_t>(*value));
    }
    return subject.size() < 2 ? std::nullopt : std::optional(subject);
}

void set_xmp_subject(const XmpNode& property, const Subject& subject, std::vector<XmpEdit>& edits) {
    const std::vector<const XmpNode*> items = xmp_items(property);
    for (std::size_t i = 0; i < items.size(); ++i)
        if (pixels(items[i]) != static_cast<std::uint64_t>(subject[i]))
            edits.push_back({trimmed(items[i]->text), std::to_string(subject[i])});
}

Size xmp_subject_space(const std::vector<const XmpNode*>& properties, Size otherwise) {
    return told_size(pixels(xmp_property(properties, "exif:PixelXDimension")),
                     pixels(xmp_property(properties, "exif:PixelYDimension")), otherwise);
}

}  // namespace turntile
