#include "io/webp_info.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "io/byte_reader.hpp"
#include "io/counted.hpp"
#include "io/webp_metadata.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::uint64_t riff_header_bytes = 12;
constexpr std::uint64_t chunk_header_bytes = 8;
constexpr std::uint8_t alpha_flag = 0x10;

/// What the chunks tell. RFC 9649.
struct Chunks {
    Size canvas;   ///< of VP8X; else nothing
    Size picture;  ///< of the first picture
    bool is_extended = false;
    bool alpha_is_flagged = false;
    bool has_alpha_chunk = false;
    bool is_lossless = false;
    bool lossless_has_alpha = false;
    bool is_animated = false;
    int frames = 0;
};

void read_lossy(const ByteReader& file, std::uint64_t data, Chunks& chunks) {
    const char* what = "the WebP's picture";
    if (!file.holds(data + 3, "\x9d\x01\x2a")) throw ImageError("the WebP's picture is damaged");
    chunks.picture = {require(file.u16(data + 6), what) & 0x3fff,
                      require(file.u16(data + 8), what) & 0x3fff};
}

void read_lossless(const ByteReader& file, std::uint64_t data, Chunks& chunks) {
    const char* what = "the WebP's picture";
    if (!file.holds(data, "\x2f")) throw ImageError("the WebP's picture is damaged");
    const std::uint32_t bits = require(file.u32(data + 1), what);
    chunks.picture = {(bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1};
    chunks.is_lossless = true;
    chunks.lossless_has_alpha = (bits >> 28 & 1) != 0;
}

void read_extended(const ByteReader& file, std::uint64_t data, Chunks& chunks) {
    const char* what = "the WebP's header";
    const std::uint32_t width = require(file.u32(data + 4), what) & 0xffffff;
    const std::uint32_t height = require(file.u32(data + 6), what) >> 8;
    chunks.canvas = {std::int64_t{width} + 1, std::int64_t{height} + 1};
    chunks.is_extended = true;
    chunks.alpha_is_flagged = (require(file.u8(data), what) & alpha_flag) != 0;
}

/// `chunk` is the offset of the chunk's name.
void read_chunk(const ByteReader& file, std::uint64_t chunk, Chunks& chunks) {
    const auto is = [&](std::string_view name) { return file.holds(chunk, name); };
    const std::uint64_t data = chunk + chunk_header_bytes;
    const bool is_first_picture = chunks.picture == Size{} && !chunks.is_animated;
    if (is("VP8 ") && is_first_picture)
        read_lossy(file, data, chunks);
    else if (is("VP8L") && is_first_picture)
        read_lossless(file, data, chunks);
    else if (is("VP8X") && !chunks.is_extended)
        read_extended(file, data, chunks);
    else if (is("ALPH"))
        chunks.has_alpha_chunk = true;
    else if (is("ANIM"))
        chunks.is_animated = true;
    else if (is("ANMF"))
        ++chunks.frames;
}

/// Reads the chunks up to `end`. False if the last one ends early.
bool read_chunks(const ByteReader& file, std::uint64_t end, Chunks& chunks) {
    std::uint64_t chunk = riff_header_bytes;
    while (chunk + chunk_header_bytes <= end) {
        const auto size_bytes = file.u32(chunk + 4);
        if (!size_bytes) return false;
        read_chunk(file, chunk, chunks);
        if (!file.has(chunk + chunk_header_bytes, *size_bytes)) return false;
        // Chunks are padded to even sizes.
        chunk += chunk_header_bytes + *size_bytes + (*size_bytes & 1);
    }
    return true;
}

/// Whether libwebp finds alpha: a lossless picture's own bit counts before the container's flag.
bool has_alpha(const Chunks& chunks) {
    if (chunks.has_alpha_chunk) return true;
    return chunks.is_lossless ? chunks.lossless_has_alpha : chunks.alpha_is_flagged;
}

void note_frames(const Chunks& chunks, FileInfo& info) {
    if (!chunks.is_animated) return;
    info.frames = std::max(chunks.frames, 1);
    info.refused.push_back(
        {Loss::animation,
         "an animation of " + counted(static_cast<std::uint64_t>(info.frames), "frame")});
}

}  // namespace

FileInfo webp_info(std::span<const std::byte> bytes) {
    const ByteReader file(bytes, ByteOrder::little);
    // The size in the RIFF header counts from behind itself.
    const std::uint64_t end = std::uint64_t{require(file.u32(4), "the WebP's header")} + 8;
    Chunks chunks;
    const bool is_whole = read_chunks(file, std::min(end, file.size()), chunks);
    FileInfo info;
    info.format = Format::webp;
    info.size = chunks.is_extended ? chunks.canvas : chunks.picture;
    if (info.size.width == 0 || info.size.height == 0) throw ImageError("the WebP has no picture");
    info.channels = has_alpha(chunks) ? 4 : 3;
    note_frames(chunks, info);
    if (!is_whole || end > file.size())
        info.refused.push_back({Loss::truncated, "the WebP ends early"});
    else if (chunks.picture == Size{} && !chunks.is_animated)
        throw ImageError("the WebP has no picture");
    info.stored_pixel_bytes = info.pixel_bytes();
    info.is_lossy = !chunks.is_lossless;
    read_webp_orientation(bytes).put_in(info);
    if (end < file.size())
        info.dropped.push_back(
            {Loss::extras, counted(file.size() - end, "byte") + " after the WebP's end"});
    return info;
}

}  // namespace turntile
