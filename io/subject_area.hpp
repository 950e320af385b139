// Where the picture's main subject is, turned and trimmed with the picture.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "io/trimmed_blocks.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// What SubjectArea and SubjectLocation say (EXIF 2.32, 4.6.5), in pixels: x and y of a point, or
/// of the middle of an area. Behind them stand a circle's diameter, or a rectangle's width and
/// height. Two to four numbers.
using Subject = std::vector<std::int64_t>;

/// The picture's size as its metadata tells it, for that is the space that the subject lies in.
/// `otherwise` if it does not tell both sides.
Size told_size(std::optional<std::uint64_t> width, std::optional<std::uint64_t> height,
               Size otherwise);

/// `subject` after the turn; nothing if it lies outside of `space`.
std::optional<Subject> turned_subject(const Subject& subject, Size space, Turn turn);

/// `subject` in what is left. A rectangle ends at the new edges; a circle keeps its diameter.
/// Nothing if it lies outside of `space`, or if that is no size of a picture.
std::optional<Subject> trimmed_subject(const Subject& subject, Size space,
                                       const Trimming& trimming);

}  // namespace turntile
