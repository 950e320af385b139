// What else than its picture a JPEG file holds: more pictures, a gain map, a motion photo's video.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/jpeg_segments.hpp"

namespace turntile {

/// Names each extra: "an HDR gain map", "more pictures (MPF)". A turn of the picture alone makes
/// them false, so they are never carried.
std::vector<std::string> jpeg_extras(std::span<const std::byte> file, const JpegLayout& layout);

/// Whether bytes stand behind the picture that are none of the extras.
bool has_unknown_end(std::span<const std::byte> file, const JpegLayout& layout);

/// Whether the segment belongs to the extras: it points at them or describes them.
bool describes_extras(std::span<const std::byte> file, const JpegSegment& segment);

}  // namespace turntile
