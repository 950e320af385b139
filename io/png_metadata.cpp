#include "io/png_metadata.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "io/ifd.hpp"
#include "io/png_blocks.hpp"
#include "io/png_chunks.hpp"
#include "io/png_text.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

/// A chunk, and the block in it.
struct FoundBlock {
    PngChunk chunk;
    PngBlock block;
};

/// Whether a tag can be set in it: profiles may hold anything, and be damaged.
bool is_sound_exif(std::span<const std::byte> block) {
    const auto tiff = TiffBlock::open(block);
    const auto ifd0 = tiff ? tiff->read(tiff->first_ifd()) : std::nullopt;
    return ifd0 && ifd0->complete;
}

/// Whether readers know an EXIF profile of this name; few know "app1".
bool is_known_profile(const PngChunk& chunk) {
    const std::string_view keyword = png_keyword(chunk);
    return keyword.ends_with("exif") || keyword.ends_with("APP1");
}

/// What `png_exif` speaks of.
std::optional<FoundBlock> find_exif(std::span<const std::byte> file) {
    std::optional<FoundBlock> text;
    PngWalker walker(file);
    while (const auto chunk = walker.next()) {
        auto found = read_png_block(*chunk);
        if (!found || found->content != BlockContent::exif) continue;
        if (chunk->type == "eXIf") return FoundBlock{*chunk, std::move(*found)};
        if (!text && is_known_profile(*chunk) && is_sound_exif(found->block().bytes))
            text = FoundBlock{*chunk, std::move(*found)};
    }
    return text;
}

std::size_t start_of_pixels(std::span<const std::byte> file) {
    PngWalker walker(file);
    while (const auto chunk = walker.next())
        if (chunk->type == "IDAT") return static_cast<std::size_t>(chunk->offset);
    throw ImageError("the PNG ends before its pixels");
}

}  // namespace

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
    const auto old = find_exif(file);
    const std::size_t pixels = start_of_pixels(file);
    const std::size_t old_start = old ? static_cast<std::size_t>(old->chunk.offset) : pixels;
    const std::size_t old_end = old ? static_cast<std::size_t>(old->chunk.end()) : pixels;
    const std::size_t start = std::min(old_start, pixels);
    std::vector<std::byte> result;
    append(result, file.first(start));
    if (old)
        append_png_chunk(result, old->chunk.type,
                         png_data_with_block(old->chunk, old->block, block));
    else
        append_png_chunk(result, "eXIf", block);
    append(result, file.subspan(start, old_start - start));
    append(result, file.subspan(old_end));
    return result;
}

std::vector<std::byte> png_exif(std::span<const std::byte> file) {
    const auto found = find_exif(file);
    if (!found) return {};
    const auto block = found->block.block().bytes;
    return {block.begin(), block.end()};
}

}  // namespace turntile
