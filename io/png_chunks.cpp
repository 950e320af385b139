#include "io/png_chunks.hpp"

#include <zlib.h>

#include "io/byte_reader.hpp"

namespace turntile {
namespace {

constexpr std::uint32_t longest_chunk_bytes = 0x7fffffff;

}  // namespace

std::optional<PngChunk> PngWalker::next() {
    const ByteReader reader(file_, ByteOrder::big);
    const auto size_bytes = reader.u32(position_);
    if (has_end_ || !size_bytes || *size_bytes > longest_chunk_bytes ||
        !reader.has(position_, 12 + std::uint64_t{*size_bytes}))
        return std::nullopt;
    const auto type = reader.slice(position_ + 4, 4);
    PngChunk chunk;
    chunk.type = {reinterpret_cast<const char*>(type.data()), type.size()};
    chunk.offset = position_;
    chunk.data = reader.slice(position_ + 8, *size_bytes);
    position_ = chunk.end();
    has_end_ = chunk.type == "IEND";
    return chunk;
}

bool has_right_crc(const PngChunk& chunk, std::span<const std::byte> file) {
    const auto covered = chunk.bytes(file).subspan(4, chunk.data.size() + 4);
    const uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(covered.data()), covered.size());
    return ByteReader(file, ByteOrder::big).u32(chunk.end() - 4) == crc;
}

void append_png_chunk(std::vector<std::byte>& file, std::string_view type,
                      std::span<const std::byte> data) {
    const std::size_t start = file.size();
    file.resize(start + 8);
    store(file, start, 4, ByteOrder::big, data.size());
    for (std::size_t i = 0; i < 4; ++i)
        file[start + 4 + i] = static_cast<std::byte>(type[i]);
    append(file, data);
    const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(file.data() + start + 4),
                            static_cast<uInt>(data.size() + 4));
    file.resize(file.size() + 4);
    store(file, file.size() - 4, 4, ByteOrder::big, crc);
}

}  // namespace turntile
