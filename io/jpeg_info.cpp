#include "io/jpeg_info.hpp"

#include <string>
#include <utility>

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
    read_jpeg_orientation(file).put_in(info);
    info.has_end_marker = layout.has_eoi;
    if (!layout.has_eoi) info.notes.emplace_back("the JPEG has no end marker");
    for (std::string& extra : jpeg_extras(file, layout))
        info.refused.push_back({Loss::extras, std::move(extra)});
    if (layout.end < file.size() && info.refused.empty())
        info.notes.emplace_back("unknown bytes after the JPEG's end, which are kept");
    if (layout.has_stray_bytes) info.notes.emplace_back("unknown bytes between JPEG segments");
    return info;
}

}  // namespace turntile
