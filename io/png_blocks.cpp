#include "io/png_blocks.hpp"

#include <string_view>
#include <utility>

#include "io/png_text.hpp"
#include "io/raw_profile.hpp"

namespace turntile {
namespace {

constexpr std::string_view xmp_keyword = "XML:com.adobe.xmp";
constexpr std::string_view profile_keyword = "Raw profile type ";
constexpr std::size_t largest_block_bytes = 0x3fffffff;

PngBlock block_of(std::vector<std::byte> bytes) {
    PngBlock block;
    if (ByteReader(bytes, ByteOrder::big).holds(0, xmp_signature)) {
        block.content = BlockContent::xmp;
        block.head_bytes = xmp_signature.size();
    } else {
        block.head_bytes = exif_head_bytes(bytes);
    }
    block.bytes = std::move(bytes);
    return block;
}

bool is_profile(std::string_view keyword) {
    if (!keyword.starts_with(profile_keyword)) return false;
    const std::string_view kind = keyword.substr(profile_keyword.size());
    return kind == "exif" || kind == "APP1" || kind == "app1" || kind == "xmp";
}

}  // namespace

MetadataBlock PngBlock::block() const {
    return {content, std::span(bytes).subspan(head_bytes), largest_block_bytes};
}

std::optional<PngBlock> read_png_block(const PngChunk& chunk) {
    if (chunk.type == "eXIf") return block_of({chunk.data.begin(), chunk.data.end()});
    const std::string_view keyword = png_keyword(chunk);
    const bool is_xmp = keyword == xmp_keyword;
    if (!is_xmp && !is_profile(keyword)) return std::nullopt;
    auto text = png_text(chunk);
    if (!text) return std::nullopt;
    if (is_xmp) return PngBlock{BlockContent::xmp, std::move(*text), 0};
    auto bytes = raw_profile_bytes(*text);
    if (!bytes) return std::nullopt;
    PngBlock block = block_of(std::move(*bytes));
    if (keyword.ends_with("xmp")) block.content = BlockContent::xmp;
    return block;
}

std::vector<std::byte> png_data_with_block(const PngChunk& chunk, const PngBlock& old_block,
                                           std::span<const std::byte> new_block) {
    const auto head = std::span(old_block.bytes).first(old_block.head_bytes);
    std::vector<std::byte> bytes(head.begin(), head.end());
    append(bytes, new_block);
    if (chunk.type == "eXIf") return bytes;
    if (png_keyword(chunk) == xmp_keyword) return png_data_with_text(chunk, bytes);
    return png_data_with_text(chunk, raw_profile_with_bytes(png_text(chunk).value(), bytes));
}

}  // namespace turntile
