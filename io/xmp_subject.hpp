// The picture's main subject as XMP tells it: exif:SubjectArea and exif:SubjectLocation.
#pragma once

#include <optional>
#include <vector>

#include "io/subject_area.hpp"
#include "io/xmp_edit.hpp"
#include "io/xmp_tree.hpp"

namespace turntile {

bool is_xmp_subject(const XmpNode& property);

/// The numbers of such a property; nothing if it is not a list of two to four pixels.
std::optional<Subject> read_xmp_subject(const XmpNode& property);

/// Adds the edits that make `subject` of a property that `read_xmp_subject` has read. Numbers that
/// are the same stay as they are written.
void set_xmp_subject(const XmpNode& property, const Subject& subject, std::vector<XmpEdit>& edits);

/// The space that it lies in.
Size xmp_subject_space(const std::vector<const XmpNode*>& properties, Size otherwise);

}  // namespace turntile
