#include "io/jpeg_metadata.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "io/byte_reader.hpp"
#include "io/jpeg_extras.hpp"
#include "io/jpeg_segments.hpp"
#include "io/trimmed_blocks.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::string_view exif_head("Exif\0\0", 6);  // with the 0 that follows the signature

// Where a JFIF segment's version and density stand, in bytes from its payload's start.
constexpr std::size_t version_offset = 5;
constexpr std::size_t unit_offset = 7;
constexpr std::size_t density_offset = 8;

// A segment's length counts itself, two bytes.
constexpr std::size_t largest_length = 0xffff;

/// Appends a segment. @throws ImageError if the payload is too long for one
void append_segment(std::vector<std::byte>& file, std::uint8_t marker,
                    std::span<const std::byte> head, std::span<const std::byte> rest) {
    const std::size_t length = 2 + head.size() + rest.size();
    if (length > largest_length) throw ImageError("a JPEG segment cannot hold so much metadata");
    for (const std::size_t value : {std::size_t{0xff}, std::size_t{marker}, length >> 8U, length})
        file.push_back(static_cast<std::byte>(value & 0xffU));
    append(file, head);
    append(file, rest);
}

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

/// Appends a colour profile in as many segments as it takes. ICC.1, annex B.4.
void append_profile(std::vector<std::byte>& file, std::span<const std::byte> profile) {
    constexpr std::size_t part_bytes = largest_length - 2 - icc_signature.size() - 2;
    const std::size_t parts = (profile.size() + part_bytes - 1) / part_bytes;
    if (parts > 255) throw ImageError("a JPEG cannot hold so large a colour profile");
    for (std::size_t i = 0; i < parts; ++i) {
        std::vector<std::byte> head(icc_signature.size());
        std::ranges::copy(bytes_of(icc_signature), head.begin());
        head.push_back(static_cast<std::byte>(i + 1));
        head.push_back(static_cast<std::byte>(parts));
        const std::size_t from = i * part_bytes;
        append_segment(file, jpeg_marker::app2, head,
                       profile.subspan(from, std::min(part_bytes, profile.size() - from)));
    }
}

std::optional<MetadataBlock> block_of(std::span<const std::byte> file, const JpegSegment& segment) {
    const auto exif = exif_block(file, segment);
    const auto bytes = exif.empty() ? xmp_packet(file, segment) : exif;
    if (bytes.empty()) return std::nullopt;
    const std::size_t head_bytes = segment.payload(file).size() - bytes.size();
    return MetadataBlock{exif.empty() ? BlockContent::xmp : BlockContent::exif, bytes,
                         largest_length - 2 - head_bytes};
}

/// The segment as it stands in `file`, or with what `edit` makes of its block.
std::vector<std::byte> edited_segment(std::span<const std::byte> file, const JpegSegment& segment,
                                      const BlockEdit& edit) {
    std::vector<std::byte> result;
    const auto block = block_of(file, segment);
    const std::vector<std::byte> edited = block ? edit(*block) : std::vector<std::byte>{};
    if (!block || std::ranges::equal(edited, block->bytes)) {
        append(result, segment.bytes(file));
        return result;
    }
    const auto payload = segment.payload(file);
    append_segment(result, segment.marker, payload.first(payload.size() - block->bytes.size()),
                   edited);
    return result;
}

/// The segments that hold one EXIF block together, with what `edit` makes of it. It keeps its
/// length, so that what a reader of the first segment alone finds stays there.
std::vector<std::vector<std::byte>> edited_parts(std::span<const std::byte> file,
                                                 std::span<const JpegSegment> parts,
                                                 const BlockEdit& edit) {
    const std::vector<std::byte> block = joined_exif(file, parts);
    const std::vector<std::byte> edited = edit({BlockContent::exif, block, block.size()});
    if (edited.size() != block.size())
        throw ImageError("EXIF in several segments cannot change its length");
    std::vector<std::vector<std::byte>> result;
    std::size_t at = 0;
    for (const JpegSegment& part : parts) {
        const auto bytes = part.bytes(file);
        const std::size_t part_bytes = exif_block(file, part).size();
        result.emplace_back(bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(part_bytes));
        append(result.back(), std::span(edited).subspan(at, part_bytes));
        at += part_bytes;
    }
    return result;
}

/// What replaces each of `segments`.
std::vector<std::vector<std::byte>> edited_segments(std::span<const std::byte> file,
                                                    std::span<const JpegSegment> segments,
                                                    const BlockEdit& edit) {
    std::vector<std::vector<std::byte>> result;
    while (result.size() < segments.size()) {
        const std::size_t first = result.size();
        const std::size_t count = exif_parts(file, segments, first);
        if (count == 1)
            result.push_back(edited_segment(file, segments[first], edit));
        else
            std::ranges::move(edited_parts(file, segments.subspan(first, count), edit),
                              std::back_inserter(result));
    }
    return result;
}

/// APP0 and APP14 belong to the encoding: they say how its samples are meant. Of the others only a
/// colour profile says how the picture looks.
bool is_carried(std::span<const std::byte> file, const JpegSegment& segment, Kept kept) {
    if (kept == Kept::colours) return is_segment(file, segment, jpeg_marker::app2, icc_signature);
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

/// Gives `encoded` the source's JFIF version, if it is one, and pixel density, the two numbers
/// exchanged if the axes are.
void carry_jfif(std::span<const std::byte> source, const JpegLayout& source_layout,
                std::span<std::byte> encoded, const JpegLayout& encoded_layout, Turn turn) {
    const JpegSegment* from = find_jfif(source, source_layout);
    const JpegSegment* to = find_jfif(encoded, encoded_layout);
    if (from == nullptr || to == nullptr) return;
    const auto version = from->payload(source).subspan(version_offset, 2);
    if (version[0] == std::byte{1})
        std::ranges::copy(version, encoded.begin() + static_cast<std::ptrdiff_t>(to->offset + 4 +
                                                                                 version_offset));
    const auto density = from->payload(source).subspan(density_offset, 4);
    const auto target = encoded.subspan(to->offset + 4 + unit_offset, 5);
    target[0] = from->payload(source)[unit_offset];
    std::copy(density.begin(), density.end(), target.begin() + 1);
    if (swaps_axes(turn)) std::rotate(target.begin() + 1, target.begin() + 3, target.end());
}

/// What a lossless turn left out of its source: its result has `size`.
Trimming trimming_of(const PictureTurn& picture, Size size) {
    const Size kept = turned(size, inverse(picture.turn));
    return {{picture.source.width, std::min(kept.width, picture.source.width)},
            {picture.source.height, std::min(kept.height, picture.source.height)}};
}

std::vector<std::byte> edited_block(const MetadataBlock& block, Turn turn, const Trimming& trimming,
                                    Notes& notes) {
    if (!trimming.is_any()) return turned_block(block, {turn, trimming.whole()}, notes);
    const std::vector<std::byte> kept = trimmed_block(block, trimming, notes);
    return turned_block({block.content, kept, block.largest_bytes}, {turn, trimming.kept()}, notes);
}

}  // namespace

OrientationTags read_jpeg_orientation(std::span<const std::byte> file) {
    OrientationTags tags;
    const std::vector<JpegSegment> segments = segments_before_pixels(file);
    for (std::size_t i = 0; i < segments.size();) {
        const std::size_t count = exif_parts(file, segments, i);
        tags.add_exif(joined_exif(file, std::span(segments).subspan(i, count)));
        tags.add_xmp(xmp_packet(file, segments[i]));
        i += count;
    }
    return tags;
}

std::vector<std::byte> edit_jpeg_blocks(std::span<const std::byte> file, const BlockEdit& edit) {
    std::vector<std::byte> result;
    result.reserve(file.size());
    std::size_t copied = 0;
    const std::vector<JpegSegment> segments = segments_before_pixels(file);
    const auto edited = edited_segments(file, segments, edit);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        append(result, file.subspan(copied, segments[i].offset - copied));
        append(result, edited[i]);
        copied = segments[i].end();
    }
    append(result, file.subspan(copied));
    return result;
}

std::vector<std::byte> jpeg_with_exif(std::span<const std::byte> file,
                                      std::span<const std::byte> block) {
    JpegWalker walker(file);
    std::size_t start = 2;  // where the new segment stands, and where the file goes on behind it
    std::size_t end = 2;
    while (const auto segment = walker.next()) {
        if (segment->marker == jpeg_marker::sos) break;
        if (segment->marker == jpeg_marker::app0 && segment->offset == start)
            start = end = segment->end();
        if (exif_block(file, *segment).empty()) continue;
        start = segment->offset;
        end = segment->end();
        break;
    }
    std::vector<std::byte> result(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(start));
    append_segment(result, jpeg_marker::app1, bytes_of(exif_head), block);
    append(result, file.subspan(end));
    return result;
}

std::vector<std::byte> jpeg_exif(std::span<const std::byte> file) {
    const std::vector<JpegSegment> segments = segments_before_pixels(file);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const auto block = exif_block(file, segments[i]);
        if (block.empty()) continue;
        // Appended to the last part, it would not be found by readers of the first.
        if (exif_parts(file, segments, i) > 1)
            throw ImageError(
                "its EXIF goes on in another segment: no orientation tag can be added");
        return {block.begin(), block.end()};
    }
    return {};
}

std::vector<std::byte> carry_jpeg(std::span<const std::byte> source,
                                  std::span<const std::byte> encoded, const PictureTurn& picture,
                                  Kept kept, Notes& notes) {
    const JpegLayout source_layout = read_jpeg_layout(source);
    const JpegLayout encoded_layout = read_jpeg_layout(encoded);
    const std::size_t insert_at = end_of_jfif(encoded_layout);

    std::vector<std::byte> result(encoded.begin(),
                                  encoded.begin() + static_cast<std::ptrdiff_t>(insert_at));
    const Trimming trimming = trimming_of(picture, encoded_layout.size);
    const auto edit = [&](const MetadataBlock& block) {
        return edited_block(block, picture.turn, trimming, notes);
    };
    std::vector<JpegSegment> segments;
    std::ranges::copy_if(
        source_layout.segments, std::back_inserter(segments),
        [&](const JpegSegment& segment) { return is_carried(source, segment, kept); });
    for (const std::vector<std::byte>& edited : edited_segments(source, segments, edit))
        append(result, edited);
    append(result, encoded.subspan(insert_at));
    if (kept == Kept::all && has_unknown_end(source, source_layout)) {
        append(result, source.subspan(source_layout.end));
        notes.add("unknown bytes after the JPEG's end, which are kept");
    }
    carry_jfif(source, source_layout, result, encoded_layout, picture.turn);
    return result;
}

std::vector<std::byte> stripped_jpeg(std::span<const std::byte> file) {
    const JpegLayout layout = read_jpeg_layout(file);
    std::vector<std::byte> result;
    std::size_t copied = 0;
    for (const JpegSegment& segment : layout.segments) {
        const bool is_coding =
            segment.marker == jpeg_marker::app0 || segment.marker == jpeg_marker::app14;
        if (is_coding || is_carried(file, segment, Kept::colours)) continue;
        append(result, file.subspan(copied, segment.offset - copied));
        copied = segment.end();
    }
    append(result, file.subspan(copied, layout.end - copied));
    return result;
}

std::vector<std::byte> jpeg_with(std::span<const std::byte> file,
                                 const DescribedPicture& described) {
    const std::size_t insert_at = end_of_jfif(read_jpeg_layout(file));
    std::vector<std::byte> result(file.begin(),
                                  file.begin() + static_cast<std::ptrdiff_t>(insert_at));
    if (!described.exif.empty())
        append_segment(result, jpeg_marker::app1, bytes_of(exif_head), described.exif);
    if (!described.xmp.empty())
        append_segment(result, jpeg_marker::app1, bytes_of(xmp_signature), described.xmp);
    append_profile(result, described.icc);
    append(result, file.subspan(insert_at));
    return result;
}

}  // namespace turntile
