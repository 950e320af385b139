// Writing the orientation tag into files of every format that has one.
#include <algorithm>
#include <string>

#include "io/exif.hpp"
#include "io/jpeg_metadata.hpp"
#include "io/png_metadata.hpp"
#include "io/tiff_metadata.hpp"
#include "io/webp_metadata.hpp"
#include "io/xmp.hpp"
#include "turntile/error.hpp"
#include "turntile/metadata.hpp"

namespace turntile {
namespace {

using Bytes = std::vector<std::byte>;
using View = std::span<const std::byte>;

/// How one container holds its blocks.
struct Container {
    OrientationTags (*read_tags)(View file);
    Bytes (*edit_blocks)(View file, const BlockEdit& edit);
    Bytes (*exif)(View file);
    Bytes (*with_exif)(View file, View block);
};

constexpr Container jpeg = {read_jpeg_orientation, edit_jpeg_blocks, jpeg_exif, jpeg_with_exif};
constexpr Container png = {read_png_orientation, edit_png_blocks, png_exif, png_with_exif};
constexpr Container webp = {read_webp_orientation, edit_webp_blocks, webp_exif, webp_with_exif};

Bytes oriented(View file, const Container& container, Turn orientation) {
    Bytes result = container.edit_blocks(file, [&](const MetadataBlock& block) {
        if (block.content == BlockContent::xmp)
            return xmp_with_orientation(block.bytes, orientation);
        Bytes exif(block.bytes.begin(), block.bytes.end());
        set_orientation(exif, BlockKind::exif, orientation);
        return exif;
    });
    // Readers that know no XMP would not turn the picture.
    if (orientation == Turn::none || container.read_tags(result).has_exif_tag()) return result;
    return container.with_exif(
        result, with_orientation_tag(container.exif(result), BlockKind::exif, orientation));
}

}  // namespace

Bytes with_orientation(View file, const FileInfo& info, Turn orientation) {
    switch (info.format) {
        case Format::jpeg: return oriented(file, jpeg, orientation);
        case Format::png: return oriented(file, png, orientation);
        case Format::webp: return oriented(file, webp, orientation);
        case Format::tiff: return tiff_with_orientation(file, orientation);
        case Format::bmp:
        case Format::pnm: break;
    }
    if (orientation != Turn::none)
        throw ImageError(std::string(name(info.format)) + " has no place for an orientation tag");
    return {file.begin(), file.end()};
}

}  // namespace turntile
