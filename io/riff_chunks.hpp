// The chunks of a WebP file. RFC 9649, section 2.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace turntile {

/// One chunk, in bytes from the file's start.
struct RiffChunk {
    std::string_view name;            ///< four characters, borrowed from the file
    std::uint64_t offset = 0;         ///< of its name
    std::span<const std::byte> data;  ///< without name, size and the padding to an even size

    /// One past the data and its padding; may lie one byte outside the file.
    std::uint64_t end() const { return offset + 8 + data.size() + data.size() % 2; }
};

/// Goes from chunk to chunk.
class RiffWalker {
  public:
    /// `file` starts with the RIFF header. What lies behind its size is not looked at.
    explicit RiffWalker(std::span<const std::byte> file);

    /// The next whole chunk; nothing where the file, or what its header gives as size, ends.
    std::optional<RiffChunk> next();

    /// One past the last whole chunk.
    std::uint64_t position() const { return position_; }

  private:
    std::span<const std::byte> file_;
    std::uint64_t position_ = 12;
};

/// Appends a chunk with its padding.
void append_riff_chunk(std::vector<std::byte>& file, std::string_view name,
                       std::span<const std::byte> data);

}  // namespace turntile
