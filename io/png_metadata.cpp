#include "io/png_metadata.hpp"

#include <algorithm>

#include "io/png_blocks.hpp"
#include "io/png_chunks.hpp"
#include "turntile/error.hpp"

namespace turntile {

OrientationTags read_png_orientation(std::span<const std::byte> file) {
    OrientationTags tags;
    PngWalker walker(file);
    while (const auto chunk = walker.next()) {
        const auto found = read_png_block(*chunk);
        if (!found) continue;
        if (found->content == BlockContent::exif)
            tags.add_exif(found->block().bytes);
        else
            tags.add_xmp(found->block().bytes);
    }
    return tags;
}

std::vector<std::byte> edit_png_blocks(std::span<const std::byte> file, const BlockEdit& edit) {
    std::vector<std::byte> result;
    result.reserve(file.size());
    append(result, file.first(png_signature.size()));
    PngWalker walker(file);
    while (const auto chunk = walker.next()) {
        const auto found = read_png_block(*chunk);
        const std::vector<std::byte> edited =
            found ? edit(found->block()) : std::vector<std::byte>{};
        if (!found || std::ranges::equal(edited, found->block().bytes))
            append(result, chunk->bytes(file));
        else
            append_png_chunk(result, chunk->type, png_data_with_block(*chunk, *found, edited));
    }
    append(result, file.subspan(static_cast<std::size_t>(walker.position())));
    return result;
}

std::vector<std::byte> png_with_exif(std::span<const std::byte> file,
                                     std::span<const std::byte> block) {
    std::vector<std::byte> result;
    append(result, file.first(png_signature.size()));
    PngWalker walker(file);
    bool is_written = false;
    while (const auto chunk = walker.next()) {
        if (chunk->type == "IDAT" && !is_written) {
            append_png_chunk(result, "eXIf", block);
            is_written = true;
        }
        if (chunk->type != "eXIf") append(result, chunk->bytes(file));
    }
    if (!is_written) throw ImageError("the PNG ends before its pixels");
    append(result, file.subspan(static_cast<std::size_t>(walker.position())));
    return result;
}

std::span<const std::byte> png_exif(std::span<const std::byte> file) {
    PngWalker walker(file);
    while (const auto chunk = walker.next())
        if (chunk->type == "eXIf") return chunk->data.subspan(exif_head_bytes(chunk->data));
    return {};
}

}  // namespace turntile
