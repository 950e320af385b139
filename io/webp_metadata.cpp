#include "io/webp_metadata.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "io/riff_chunks.hpp"
#include "io/webp_mux.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::size_t largest_block_bytes = 0x7fffffff;

std::optional<MetadataBlock> block_of(const RiffChunk& chunk) {
    if (chunk.name == "XMP ")
        return MetadataBlock{BlockContent::xmp, chunk.data, largest_block_bytes};
    if (chunk.name != "EXIF") return std::nullopt;
    return MetadataBlock{BlockContent::exif, chunk.data.subspan(exif_head_bytes(chunk.data)),
                         largest_block_bytes};
}

constexpr std::array coding_chunks = {"VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"};

bool is_carried(const RiffChunk& chunk, Kept kept) {
    if (kept == Kept::colours) return chunk.name == "ICCP";
    return std::find(coding_chunks.begin(), coding_chunks.end(), chunk.name) == coding_chunks.end();
}

/// Appends the chunk as it stands in `file`, or with what `edit` makes of its block.
void append_edited(std::vector<std::byte>& to, std::span<const std::byte> file,
                   const RiffChunk& chunk, const BlockEdit& edit) {
    const auto block = block_of(chunk);
    const std::vector<std::byte> edited = block ? edit(*block) : std::vector<std::byte>{};
    if (!block || std::ranges::equal(edited, block->bytes)) {
        const auto end =
            static_cast<std::size_t>(std::min<std::uint64_t>(chunk.end(), file.size()));
        const auto start = static_cast<std::size_t>(chunk.offset);
        append(to, file.subspan(start, end - start));
        return;
    }
    const auto head = chunk.data.first(chunk.data.size() - block->bytes.size());
    std::vector<std::byte> data(head.begin(), head.end());
    append(data, edited);
    append_riff_chunk(to, chunk.name, data);
}

}  // namespace

OrientationTags read_webp_orientation(std::span<const std::byte> file) {
    OrientationTags tags;
    RiffWalker walker(file);
    while (const auto chunk = walker.next()) {
        const auto block = block_of(*chunk);
        if (block && block->content == BlockContent::exif) tags.add_exif(block->bytes);
        if (block && block->content == BlockContent::xmp) tags.add_xmp(block->bytes);
    }
    return tags;
}

std::vector<std::byte> edit_webp_blocks(std::span<const std::byte> file, const BlockEdit& edit) {
    std::vector<std::byte> result;
    RiffWalker walker(file);
    append(result, file.first(static_cast<std::size_t>(walker.position())));
    while (const auto chunk = walker.next())
        append_edited(result, file, *chunk, edit);
    append(result, file.subspan(static_cast<std::size_t>(walker.position())));
    if (result.size() == file.size()) return result;
    const std::uint64_t old_size = ByteReader(file, ByteOrder::little).u32(4).value_or(0);
    const std::uint64_t new_size = old_size + result.size() - file.size();
    if (new_size > 0xfffffffe) throw ImageError("the WebP would grow beyond 4 GiB");
    store(result, 4, 4, ByteOrder::little, new_size);
    return result;
}

std::vector<std::byte> webp_with_exif(std::span<const std::byte> file,
                                      std::span<const std::byte> block) {
    WebpMux mux(file);
    mux.set("EXIF", block);
    return mux.assemble();
}

std::vector<std::byte> webp_exif(std::span<const std::byte> file) {
    RiffWalker walker(file);
    while (const auto chunk = walker.next()) {
        if (chunk->name != "EXIF") continue;
        const auto block = chunk->data.subspan(exif_head_bytes(chunk->data));
        return {block.begin(), block.end()};
    }
    return {};
}

std::vector<std::byte> carry_webp(std::span<const std::byte> source,
                                  std::span<const std::byte> encoded, const PictureTurn& picture,
                                  Kept kept, Notes& notes) {
    WebpMux mux(encoded);
    std::vector<std::string> names;
    RiffWalker walker(source);
    while (const auto chunk = walker.next()) {
        // Of chunks of one name readers take the first, and libwebpmux keeps one.
        const std::string chunk_name(chunk->name);
        if (!is_carried(*chunk, kept) ||
            std::find(names.begin(), names.end(), chunk_name) != names.end())
            continue;
        names.push_back(chunk_name);
        const auto block = block_of(*chunk);
        const auto head = chunk->data.first(block ? chunk->data.size() - block->bytes.size()
                                                  : chunk->data.size());
        std::vector<std::byte> data(head.begin(), head.end());
        if (block) append(data, turned_block(*block, picture, notes));
        mux.set(chunk_name.c_str(), data);
    }
    return names.empty() ? std::vector<std::byte>(encoded.begin(), encoded.end()) : mux.assemble();
}

std::vector<std::byte> stripped_webp(std::span<const std::byte> file) {
    WebpMux mux(file);
    RiffWalker walker(file);
    while (const auto chunk = walker.next())
        if (is_carried(*chunk, Kept::all) && !is_carried(*chunk, Kept::colours))
            mux.remove(std::string(chunk->name).c_str());
    return mux.assemble();
}

}  // namespace turntile
