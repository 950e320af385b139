#include "turntile/metadata.hpp"

#include "io/byte_reader.hpp"
#include "io/exif.hpp"
#include "io/jpeg_metadata.hpp"

namespace turntile {

Turn exif_orientation(std::span<const std::byte> file) noexcept {
    try {
        const bool is_jpeg = ByteReader(file, ByteOrder::big).holds(0, "\xff\xd8");
        const auto value = is_jpeg ? jpeg_orientation(file) : orientation_value(file);
        return value ? turn_of_orientation(*value) : Turn::none;
    } catch (...) {
        return Turn::none;  // damaged, or out of memory: as if there were no tag
    }
}

std::vector<std::byte> with_upright_tag(std::span<const std::byte> file, const FileInfo& info) {
    if (info.format == Format::jpeg) return jpeg_with_upright_tag(file);
    std::vector<std::byte> result(file.begin(), file.end());
    if (info.format == Format::tiff) make_first_page_upright(result);
    return result;
}

std::vector<std::byte> carry(std::span<const std::byte> source, const FileInfo& info,
                             std::span<const std::byte> encoded, Turn turn) {
    const bool into_jpeg = ByteReader(encoded, ByteOrder::big).holds(0, "\xff\xd8");
    if (info.format == Format::jpeg && into_jpeg) return carry_jpeg(source, encoded, turn);
    return {encoded.begin(), encoded.end()};
}

}  // namespace turntile
