#include "io/jpeg_metadata.hpp"

#include <algorithm>
#include <string_view>

#include "io/byte_reader.hpp"
#include "io/exif.hpp"
#include "io/jpeg_extras.hpp"
#include "io/jpeg_segments.hpp"

namespace turntile {
namespace {

constexpr std::string_view jfif_signature("JFIF\0", 5);

// Where a JFIF segment's density stands, in bytes from its payload's start.
constexpr std::size_t unit_offset = 7;
constexpr std::size_t density_offset = 8;

void make_segment_upright(std::span<std::byte> file, const JpegSegment& segment) {
    const std::size_t block_bytes = exif_block(file, segment).size();
    if (block_bytes > 0) make_upright(file.subspan(segment.end() - block_bytes, block_bytes));
}

/// APP0 and APP14 belong to the encoding: they say how its samples are meant.
bool is_carried(std::span<const std::byte> file, const JpegSegment& segment) {
    return segment.marker != jpeg_marker::app0 && segment.marker != jpeg_marker::app14 &&
           !describes_extras(file, segment);
}

/// One past SOI and the APP0 segments that directly follow it.
std::size_t end_of_jfif(const JpegLayout& layout) {
    std::size_t end = 2;
    for (const JpegSegment& segment : layout.segments)
        if (segment.marker == jpeg_marker::app0 && segment.offset == end) end = segment.end();
    return end;
}

const JpegSegment* find_jfif(std::span<const std::byte> file, const JpegLayout& layout) {
    const auto found = std::find_if(
        layout.segments.begin(), layout.segments.end(), [&](const JpegSegment& segment) {
            return is_segment(file, segment, jpeg_marker::app0, jfif_signature) &&
                   segment.payload(file).size() >= density_offset + 4;
        });
    return found == layout.segments.end() ? nullptr : &*found;
}

/// Gives `encoded` the source's pixel density, the two numbers exchanged if the axes are.
void carry_density(std::span<const std::byte> source, const JpegLayout& source_layout,
                   std::span<std::byte> encoded, const JpegLayout& encoded_layout, Turn turn) {
    const JpegSegment* from = find_jfif(source, source_layout);
    const JpegSegment* to = find_jfif(encoded, encoded_layout);
    if (from == nullptr || to == nullptr) return;
    const auto density = from->payload(source).subspan(density_offset, 4);
    const auto target = encoded.subspan(to->offset + 4 + unit_offset, 5);
    target[0] = from->payload(source)[unit_offset];
    std::copy(density.begin(), density.end(), target.begin() + 1);
    if (swaps_axes(turn)) std::rotate(target.begin() + 1, target.begin() + 3, target.end());
}

}  // namespace

std::optional<std::uint64_t> jpeg_orientation(std::span<const std::byte> file) {
    JpegWalker walker(file);
    while (const auto segment = walker.next()) {
        if (segment->marker == jpeg_marker::sos) break;
        if (const auto value = orientation_value(exif_block(file, *segment))) return value;
    }
    return std::nullopt;
}

std::vector<std::byte> jpeg_with_upright_tag(std::span<const std::byte> file) {
    const JpegLayout layout = read_jpeg_layout(file);
    std::vector<std::byte> result(file.begin(), file.end());
    for (const JpegSegment& segment : layout.segments)
        make_segment_upright(result, segment);
    return result;
}

std::vector<std::byte> carry_jpeg(std::span<const std::byte> source,
                                  std::span<const std::byte> encoded, Turn turn) {
    const JpegLayout source_layout = read_jpeg_layout(source);
    const JpegLayout encoded_layout = read_jpeg_layout(encoded);
    const std::size_t insert_at = end_of_jfif(encoded_layout);

    std::vector<std::byte> result(encoded.begin(),
                                  encoded.begin() + static_cast<std::ptrdiff_t>(insert_at));
    const auto append = [&](std::span<const std::byte> bytes) {
        result.insert(result.end(), bytes.begin(), bytes.end());
    };
    for (JpegSegment segment : source_layout.segments) {
        if (!is_carried(source, segment)) continue;
        const auto bytes = segment.bytes(source);
        segment.offset = result.size();
        append(bytes);
        make_segment_upright(result, segment);
    }
    append(encoded.subspan(insert_at));
    if (jpeg_extras(source, source_layout).empty()) append(source.subspan(source_layout.end));
    carry_density(source, source_layout, result, encoded_layout, turn);
    return result;
}

}  // namespace turntile
