// An XMP packet as a tree of borrowed text. XMP specification part 1 (ISO 16684-1).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/xmp_decimal.hpp"

namespace turntile {

/// An element or an attribute. XMP writes simple properties either way, and both mean the same.
struct XmpNode {
    std::string name;       ///< "tiff:Orientation", whatever prefix the packet gives the namespace
    std::string_view text;  ///< as it stands in the packet: an attribute's value, or what is in an
                            ///< element that has no elements in it
    std::vector<XmpNode> children = {};  ///< attributes, then elements

    /// The first child of this name, or null.
    const XmpNode* child(std::string_view child_name) const;
};

/// Reads `packet` and never fails: XML is written by many hands, and a picture is not lost for a
/// tag that is not closed. What is no XML gives a tree without children. `packet` is UTF-8.
XmpNode read_xmp_tree(std::string_view packet);

/// The properties of the picture itself: the children of rdf:Description in rdf:RDF. Nested ones
/// describe something else (a thumbnail, an ingredient).
std::vector<const XmpNode*> xmp_properties(const XmpNode& tree);

/// The first of `properties` that has this name, or null.
const XmpNode* xmp_property(const std::vector<const XmpNode*>& properties, std::string_view name);

/// A field of a structure, which stands in it or in an rdf:Description in it; or null.
const XmpNode* xmp_field(const XmpNode& structure, std::string_view name);

/// The number that a property or field is; nothing if `node` is null or something else.
std::optional<Decimal> xmp_decimal(const XmpNode* node);

/// The items of a property or field that is a list: rdf:Bag or rdf:Seq.
std::vector<const XmpNode*> xmp_items(const XmpNode& list);

/// The items of the list in the field `name`.
std::vector<const XmpNode*> xmp_items(const XmpNode& structure, std::string_view name);

/// The packet as text; nothing where it is not UTF-8 (XMP in JPEG and PNG always is) or is larger
/// than any packet that describes a picture (16 MiB).
std::optional<std::string_view> xmp_text(std::span<const std::byte> packet);

}  // namespace turntile
