// The regions of faces in XMP, turned with their picture.
#pragma once

#include <vector>

#include "io/xmp_edit.hpp"
#include "io/xmp_tree.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// Adds the edits that turn the regions in `property`, if it is mwg-rs:Regions (Metadata Working
/// Group, 5.9) or MP:RegionInfo (Microsoft). Both lie in the stored picture. False if one of them
/// is not written as the specifications say; then no edit of this property is added.
bool turn_regions(const XmpNode& property, Turn turn, std::vector<XmpEdit>& edits);

}  // namespace turntile
