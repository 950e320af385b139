#include "io/jpeg_info.hpp"

#include <string>
#include <utility>

#include "io/byte_reader.hpp"
#include "io/dropped_metadata.hpp"
#include "io/jpeg_extras.hpp"
#include "io/jpeg_grid.hpp"
#include "io/jpeg_metadata.hpp"
#include "io/jpeg_segments.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

/// Whether the frame is progressive. @throws ImageError for a process that is not supported
bool check_process(std::uint8_t frame_marker) {
    switch (frame_marker) {
        case 0xc0:  // baseline
        case 0xc1:  // extended sequential
        case 0xc9:  // extended sequential, arithmetic coding
            return false;
        case 0xc2:  // progressive
        case 0xca:  // progressive, arithmetic coding
            return true;
        case 0xc3:
        case 0xcb: throw ImageError("lossless JPEG (not DCT) is not supported");
        default: throw ImageError("hierarchical JPEG is not supported");
    }
}

int check_channels(std::size_t components) {
    if (components == 1 || components == 3 || components == 4) return static_cast<int>(components);
    throw ImageError("a JPEG with " + std::to_string(components) + " components is not supported");
}

/// Two bytes for each coefficient, in whole MCUs.
std::size_t coefficient_bytes(const JpegLayout& layout) {
    const Size most = largest_sampling(layout.components);
    const auto units = [](std::int64_t side, std::int64_t sampling) {
        return static_cast<std::size_t>((side + jpeg_block_px * sampling - 1) /
                                        (jpeg_block_px * sampling));
    };
    std::size_t blocks = 0;
    for (const JpegComponent& component : layout.components)
        blocks += static_cast<std::size_t>(component.horizontal * component.vertical);
    blocks *= units(layout.size.width, most.width) * units(layout.size.height, most.height);
    return blocks * jpeg_block_px * jpeg_block_px * 2;
}

/// What APP0 segments hold beside the picture's density. JFIF 1.02.
void note_dropped(std::span<const std::byte> file, const JpegLayout& layout, FileInfo& info) {
    constexpr std::uint64_t thumbnail_sides = 12;  // two bytes, from the payload's start
    DroppedMetadata dropped;
    for (const JpegSegment& segment : layout.segments) {
        if (segment.marker != jpeg_marker::app0) continue;
        const ByteReader payload(segment.payload(file), ByteOrder::big);
        const bool is_jfif = payload.holds(0, jfif_signature);
        const bool has_sides = payload.u8(thumbnail_sides).value_or(0) != 0 &&
                               payload.u8(thumbnail_sides + 1).value_or(0) != 0;
        if (payload.holds(0, {"JFXX\0", 5}) || (is_jfif && has_sides))
            dropped.add("the JFIF thumbnail");
        else if (!is_jfif)
            dropped.add("unknown data in APP0");
    }
    dropped.note_in(info);
}

}  // namespace

FileInfo jpeg_info(std::span<const std::byte> file) {
    const JpegLayout layout = read_jpeg_layout(file);
    FileInfo info;
    info.format = Format::jpeg;
    info.is_lossy = true;
    info.progressive = check_process(layout.frame_marker);
    if (layout.precision_bits != 8)
        throw ImageError(std::to_string(layout.precision_bits) +
                         "-bit JPEG is not supported, only 8-bit is");
    info.channels = check_channels(layout.components.size());
    info.is_cmyk = info.channels == 4;
    info.size = layout.size;
    info.lossless_grid = jpeg_grid(layout.components, jpeg_block_px);
    info.coefficient_bytes = coefficient_bytes(layout);
    info.holds_read_coefficients = info.progressive || layout.has_several_scans;
    info.holds_written_coefficients = info.holds_read_coefficients || layout.has_own_tables;
    read_jpeg_orientation(file).put_in(info);
    note_dropped(file, layout, info);
    info.has_end_marker = layout.has_eoi;
    if (!layout.has_eoi) info.notes.emplace_back("the JPEG has no end marker");
    for (std::string& extra : jpeg_extras(file, layout))
        info.refused.push_back({Loss::extras, std::move(extra)});
    if (layout.has_stray_bytes) info.notes.emplace_back("unknown bytes between JPEG segments");
    return info;
}

}  // namespace turntile
