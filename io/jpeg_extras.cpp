#include "io/jpeg_extras.hpp"

#include <algorithm>
#include <string_view>

#include "io/byte_reader.hpp"

namespace turntile {
namespace {

// CIPA DC-007.
constexpr std::string_view mpf_signature("MPF\0", 4);
// ISO 21496-1.
constexpr std::string_view iso_gain_map_signature("urn:iso:std:iso:ts:21496:-1\0", 28);
// Adobe's gain map specification and Ultra HDR: an XMP property of the primary picture.
constexpr std::string_view adobe_gain_map_property = "hdrgm:Version";
// The trailer of Samsung's motion photos.
constexpr std::string_view samsung_video = "MotionPhoto_Data";

bool has_segment(std::span<const std::byte> file, const JpegLayout& layout, std::uint8_t marker,
                 std::string_view signature) {
    return std::any_of(layout.segments.begin(), layout.segments.end(), [&](const JpegSegment& s) {
        return is_segment(file, s, marker, signature);
    });
}

bool has_gain_map(std::span<const std::byte> file, const JpegLayout& layout) {
    if (has_segment(file, layout, jpeg_marker::app2, iso_gain_map_signature)) return true;
    return std::any_of(layout.segments.begin(), layout.segments.end(), [&](const JpegSegment& s) {
        return s.marker == jpeg_marker::app1 &&
               ByteReader(s.payload(file), ByteOrder::big).contains(adobe_gain_map_property);
    });
}

/// Whether an MP4 file starts `trailer`, or Samsung's marks stand in it.
bool has_video(std::span<const std::byte> trailer) {
    const ByteReader reader(trailer, ByteOrder::big);
    return reader.holds(4, "ftyp") || reader.contains(samsung_video);
}

}  // namespace

std::vector<std::string> jpeg_extras(std::span<const std::byte> file, const JpegLayout& layout) {
    const auto trailer = file.subspan(layout.end);
    std::vector<std::string> extras;
    if (has_gain_map(file, layout)) extras.emplace_back("an HDR gain map");
    if (has_segment(file, layout, jpeg_marker::app2, mpf_signature))
        extras.emplace_back("more pictures (MPF)");
    else if (ByteReader(trailer, ByteOrder::big).holds(0, "\xff\xd8\xff"))
        extras.emplace_back("another picture after the end");
    if (has_video(trailer)) extras.emplace_back("a motion photo's video");
    return extras;
}

bool has_unknown_end(std::span<const std::byte> file, const JpegLayout& layout) {
    return layout.end < file.size() && jpeg_extras(file, layout).empty();
}

bool describes_extras(std::span<const std::byte> file, const JpegSegment& segment) {
    return is_segment(file, segment, jpeg_marker::app2, mpf_signature) ||
           is_segment(file, segment, jpeg_marker::app2, iso_gain_map_signature);
}

}  // namespace turntile
