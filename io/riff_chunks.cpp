#include "io/riff_chunks.hpp"

#include <algorithm>

#include "io/byte_reader.hpp"

namespace turntile {

RiffWalker::RiffWalker(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::little);
    // The size in the header counts from behind itself.
    const std::uint64_t end = std::uint64_t{reader.u32(4).value_or(0)} + 8;
    file_ = file.first(static_cast<std::size_t>(std::min<std::uint64_t>(end, file.size())));
}

std::optional<RiffChunk> RiffWalker::next() {
    const ByteReader reader(file_, ByteOrder::little);
    const auto size_bytes = reader.u32(position_ + 4);
    if (!size_bytes || !reader.has(position_ + 8, *size_bytes)) return std::nullopt;
    const auto name = reader.slice(position_, 4);
    RiffChunk chunk;
    chunk.name = {reinterpret_cast<const char*>(name.data()), name.size()};
    chunk.offset = position_;
    chunk.data = reader.slice(position_ + 8, *size_bytes);
    position_ = std::min<std::uint64_t>(chunk.end(), file_.size());
    return chunk;
}

void append_riff_chunk(std::vector<std::byte>& file, std::string_view name,
                       std::span<const std::byte> data) {
    const std::size_t start = file.size();
    file.resize(start + 8);
    for (std::size_t i = 0; i < 4; ++i)
        file[start + i] = static_cast<std::byte>(name[i]);
    store(file, start + 4, 4, ByteOrder::little, data.size());
    append(file, data);
    if (data.size() % 2 == 1) file.push_back(std::byte{0});
}

}  // namespace turntile
