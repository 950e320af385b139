// Changing values of an XMP packet where they stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace turntile {

/// New text for a part of a packet.
struct XmpEdit {
    std::string_view old_text;  ///< borrowed from the packet
    std::string new_text;
};

/// `packet` with `edits` applied, which do not overlap. Where that changes the packet's size, the
/// padding in front of its end mark (or, without one, at its end) makes up for it: what grows
/// beyond the padding makes the packet longer.
std::vector<std::byte> edited_xmp(std::string_view packet, std::vector<XmpEdit> edits);

/// Adds the edits that exchange two values. False, and none is added, if that could make XML that
/// nobody can read: markup, a reference or a quote in a value may stand in one place (an element,
/// an attribute in quotes of either kind) and not in another. A value without text cannot be
/// changed.
bool exchange(std::string_view a, std::string_view b, std::vector<XmpEdit>& edits);

/// The whole number that `text` is, blanks aside; nothing if it is none.
std::optional<std::uint64_t> xmp_number(std::string_view text);

}  // namespace turntile
