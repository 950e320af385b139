#include "turntile/metadata.hpp"

#include "io/byte_reader.hpp"
#include "io/jpeg_metadata.hpp"
#include "io/png_chunks.hpp"
#include "io/png_metadata.hpp"
#include "io/tiff_metadata.hpp"
#include "io/webp_metadata.hpp"

namespace turntile {

namespace {

/// The orientation tags of a file of any format.
OrientationTags read_orientation(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::big);
    if (reader.holds(0, "\xff\xd8")) return read_jpeg_orientation(file);
    if (reader.holds(0, png_signature)) return read_png_orientation(file);
    if (reader.holds(0, "RIFF") && reader.holds(8, "WEBP")) return read_webp_orientation(file);
    return read_tiff_orientation(file);
}

}  // namespace

Turn exif_orientation(std::span<const std::byte> file) noexcept {
    try {
        return turn_of_orientation(read_orientation(file).value().value_or(1));
    } catch (...) {
        return Turn::none;  // damaged, or out of memory: as if there were no tag
    }
}

std::vector<std::byte> carry(std::span<const std::byte> source, const FileInfo& info,
                             std::span<const std::byte> encoded, Turn turn) {
    const bool into_jpeg = ByteReader(encoded, ByteOrder::big).holds(0, "\xff\xd8");
    if (info.format == Format::jpeg && into_jpeg) return carry_jpeg(source, encoded, turn);
    return {encoded.begin(), encoded.end()};
}

}  // namespace turntile
