#include "turntile/metadata.hpp"

#include <optional>

#include "io/bmp_info.hpp"
#include "io/byte_reader.hpp"
#include "io/carry_between.hpp"
#include "io/jpeg_metadata.hpp"
#include "io/png_chunks.hpp"
#include "io/png_metadata.hpp"
#include "io/pnm_info.hpp"
#include "io/stripped_bmp.hpp"
#include "io/stripped_pnm.hpp"
#include "io/tiff_info.hpp"
#include "io/tiff_metadata.hpp"
#include "io/webp_metadata.hpp"

namespace turntile {

namespace {

/// The format of a file; nothing if it is none that has metadata.
std::optional<Format> format_of(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::big);
    if (reader.holds(0, "\xff\xd8")) return Format::jpeg;
    if (reader.holds(0, png_signature)) return Format::png;
    if (reader.holds(0, "RIFF") && reader.holds(8, "WEBP")) return Format::webp;
    if (is_tiff(file)) return Format::tiff;
    return std::nullopt;
}

OrientationTags read_orientation(std::span<const std::byte> file) {
    switch (format_of(file).value_or(Format::pnm)) {
        case Format::jpeg: return read_jpeg_orientation(file);
        case Format::png: return read_png_orientation(file);
        case Format::webp: return read_webp_orientation(file);
        case Format::tiff: return read_tiff_orientation(file);
        case Format::bmp:
        case Format::pnm: break;
    }
    return {};
}

}  // namespace

Turn exif_orientation(std::span<const std::byte> file) noexcept {
    try {
        return turn_of_orientation(read_orientation(file).value().value_or(1));
    } catch (...) {
        return Turn::none;  // damaged, or out of memory: as if there were no tag
    }
}

Carried carry(std::span<const std::byte> source, const FileInfo& info,
              std::span<const std::byte> encoded, Turn turn, Kept kept) {
    const PictureTurn picture = {turn, info.size};
    const std::optional<Format> target = format_of(encoded);
    Notes notes;
    Carried carried;
    if (target && info.format != *target)
        carried.bytes = carry_between(source, info.format, encoded, *target, picture, kept, notes);
    else if (target == Format::jpeg)
        carried.bytes = carry_jpeg(source, encoded, picture, kept, notes);
    else if (target == Format::png)
        carried.bytes = carry_png(source, encoded, picture, kept, notes);
    else if (target == Format::webp)
        carried.bytes = carry_webp(source, encoded, picture, kept, notes);
    else if (target == Format::tiff)
        carried.bytes = carry_tiff(source, encoded, picture, kept, notes);
    else if (kept == Kept::colours && is_pnm(encoded))
        carried.bytes = stripped_pnm(encoded);
    else if (kept == Kept::colours && is_bmp(encoded))
        carried.bytes = stripped_bmp(encoded);
    else
        carried.bytes.assign(encoded.begin(), encoded.end());
    carried.notes = notes.take();
    return carried;
}

std::vector<std::byte> stripped(std::span<const std::byte> file, const FileInfo& info) {
    if (info.format == Format::jpeg) return stripped_jpeg(file);
    if (info.format == Format::png) return stripped_png(file);
    if (info.format == Format::webp) return stripped_webp(file);
    if (info.format == Format::bmp) return stripped_bmp(file);
    if (info.format == Format::pnm) return stripped_pnm(file);
    return {file.begin(), file.end()};
}

std::vector<std::string> lost_metadata(std::span<const std::byte> source, const FileInfo& info,
                                       Format target) {
    if (info.format == target) return {};
    return lost_between(source, info.format, target);
}

}  // namespace turntile
