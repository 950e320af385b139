#include "io/jpeg_segments.hpp"

#include <cstring>
#include <string>

#include "io/byte_reader.hpp"
#include "io/metadata_blocks.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

bool is_restart(std::uint8_t marker) {
    return marker >= 0xd0 && marker <= 0xd7;
}

bool stands_alone(std::uint8_t marker) {
    return marker == 0x01 || marker == jpeg_marker::soi || marker == jpeg_marker::eoi;
}

/// SOF0 to SOF15 without DHT (c4), JPG (c8) and DAC (cc), which share the range.
bool starts_frame(std::uint8_t marker) {
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/// The offset of the 0xff of the first marker at or after `from`, or the file's size. A 0xff that
/// is followed by 0 is data; of several 0xff the last belongs to the marker.
std::size_t find_marker(std::span<const std::byte> file, std::size_t from) {
    while (from + 1 < file.size()) {
        const void* found = std::memchr(file.data() + from, 0xff, file.size() - 1 - from);
        if (found == nullptr) break;
        const auto at =
            static_cast<std::size_t>(static_cast<const std::byte*>(found) - file.data());
        const auto marker = std::to_integer<std::uint8_t>(file[at + 1]);
        if (marker != 0 && marker != 0xff && !is_restart(marker)) return at;
        from = marker == 0xff ? at + 1 : at + 2;
    }
    return file.size();
}

bool only_fill_bytes(std::span<const std::byte> bytes) {
    for (const std::byte value : bytes)
        if (value != std::byte{0xff}) return false;
    return true;
}

void read_frame(std::span<const std::byte> file, const JpegSegment& segment, JpegLayout& layout) {
    if (layout.frame_marker != 0) throw ImageError("the JPEG has more than one frame header");
    const ByteReader payload(segment.payload(file), ByteOrder::big);
    const char* what = "the JPEG's frame header";
    layout.frame_marker = segment.marker;
    layout.precision_bits = require(payload.u8(0), what);
    layout.size = {require(payload.u16(3), what), require(payload.u16(1), what)};
    const int count = require(payload.u8(5), what);
    for (int i = 0; i < count; ++i) {
        const std::uint64_t at = 6 + 3 * static_cast<std::uint64_t>(i);
        const int sampling = require(payload.u8(at + 1), what);
        layout.components.push_back({require(payload.u8(at), what), sampling >> 4, sampling & 15,
                                     require(payload.u8(at + 2), what)});
        const JpegComponent& component = layout.components.back();
        if (component.horizontal < 1 || component.horizontal > 4 || component.vertical < 1 ||
            component.vertical > 4)
            throw ImageError("the JPEG's sampling factors are damaged");
    }
    if (layout.size.width == 0 || layout.size.height == 0 || count == 0)
        throw ImageError("the JPEG's frame header gives no size");
}

/// Whether a table for AC coefficients is not complete. T.81, B.2.4.2: the table's class, 16
/// counts of codes by their lengths, and what the codes mean.
bool defines_own_table(std::span<const std::byte> file, const JpegSegment& segment) {
    constexpr std::uint64_t complete = 162;
    const ByteReader payload(segment.payload(file), ByteOrder::big);
    std::uint64_t at = 0;
    while (const auto kind = payload.u8(at)) {
        std::uint64_t codes = 0;
        for (std::uint64_t length = 1; length <= 16; ++length)
            codes += payload.u8(at + length).value_or(0);
        if (*kind >> 4 == 1 && codes < complete) return true;
        at += 17 + codes;
    }
    return false;
}

void read_first_scan(std::span<const std::byte> file, const JpegSegment& segment,
                     JpegLayout& layout) {
    const ByteReader payload(segment.payload(file), ByteOrder::big);
    layout.has_several_scans = payload.u8(0).value_or(0) < layout.components.size();
}

}  // namespace

std::optional<JpegSegment> JpegWalker::next() {
    const std::size_t at = find_marker(file_, position_);
    if (at == file_.size()) return std::nullopt;
    if (!in_scan_ && !only_fill_bytes(file_.subspan(position_, at - position_)))
        saw_stray_bytes_ = true;
    JpegSegment segment{std::to_integer<std::uint8_t>(file_[at + 1]), at, 2};
    if (!stands_alone(segment.marker)) {
        const ByteReader reader(file_, ByteOrder::big);
        const auto length = reader.u16(at + 2);
        if (!length || !reader.has(at + 2, *length)) {
            position_ = file_.size();
            return std::nullopt;
        }
        if (*length < 2) throw ImageError("a JPEG segment has an impossible length");
        segment.size_bytes += *length;
    }
    in_scan_ = segment.marker == jpeg_marker::sos;
    position_ = segment.end();
    return segment;
}

std::vector<JpegSegment> segments_before_pixels(std::span<const std::byte> file) {
    std::vector<JpegSegment> segments;
    JpegWalker walker(file);
    while (const auto segment = walker.next()) {
        if (segment->marker == jpeg_marker::sos) break;
        segments.push_back(*segment);
    }
    return segments;
}

JpegLayout read_jpeg_layout(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::big);
    if (!reader.holds(0, "\xff\xd8")) throw ImageError("not a JPEG file");
    JpegLayout layout;
    layout.end = file.size();
    bool has_scan = false;
    JpegWalker walker(file);
    while (const auto segment = walker.next()) {
        if (segment->marker == jpeg_marker::soi)
            throw ImageError("the JPEG starts again before it ends");
        if (segment->marker == jpeg_marker::eoi) {
            layout.end = segment->end();
            layout.has_eoi = true;
            break;
        }
        if (segment->is_application() || segment->marker == jpeg_marker::com)
            layout.segments.push_back(*segment);
        if (starts_frame(segment->marker)) read_frame(file, *segment, layout);
        if (segment->marker == jpeg_marker::dht && defines_own_table(file, *segment))
            layout.has_own_tables = true;
        if (segment->marker == jpeg_marker::sos && !has_scan)
            read_first_scan(file, *segment, layout);
        has_scan = has_scan || segment->marker == jpeg_marker::sos;
    }
    layout.has_stray_bytes = walker.saw_stray_bytes();
    if (layout.frame_marker == 0)
        throw ImageError(layout.has_eoi ? "the JPEG has no picture"
                                        : "the JPEG ends before its frame header");
    if (!has_scan)
        throw ImageError(layout.has_eoi ? "the JPEG has no picture"
                                        : "the JPEG ends before its pixels");
    return layout;
}

bool is_segment(std::span<const std::byte> file, const JpegSegment& segment, std::uint8_t marker,
                std::string_view signature) {
    return segment.marker == marker &&
           ByteReader(segment.payload(file), ByteOrder::big).holds(0, signature);
}

std::span<const std::byte> exif_block(std::span<const std::byte> file, const JpegSegment& segment) {
    if (!is_segment(file, segment, jpeg_marker::app1, exif_signature)) return {};
    return segment.payload(file).subspan(
        std::min(exif_signature.size() + 1, segment.payload(file).size()));
}

std::size_t exif_parts(std::span<const std::byte> file, std::span<const JpegSegment> segments,
                       std::size_t first) {
    if (exif_block(file, segments[first]).empty()) return 1;
    std::size_t end = first + 1;
    for (; end < segments.size(); ++end) {
        const auto part = exif_block(file, segments[end]);
        const ByteReader reader(part, ByteOrder::big);
        const bool starts_block = reader.holds(0, {"II*\0", 4}) || reader.holds(0, {"MM\0*", 4});
        if (part.empty() || starts_block) break;
    }
    return end - first;
}

std::vector<std::byte> joined_exif(std::span<const std::byte> file,
                                   std::span<const JpegSegment> parts) {
    std::vector<std::byte> block;
    for (const JpegSegment& part : parts)
        append(block, exif_block(file, part));
    return block;
}

std::span<const std::byte> xmp_packet(std::span<const std::byte> file, const JpegSegment& segment) {
    if (!is_segment(file, segment, jpeg_marker::app1, xmp_signature)) return {};
    return segment.payload(file).subspan(xmp_signature.size());
}

}  // namespace turntile
