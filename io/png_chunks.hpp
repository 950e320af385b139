// The chunks of a PNG file. PNG specification, third edition, chapter 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "turntile/export.h"

namespace turntile {

inline constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";

/// One chunk, in bytes from the file's start.
struct PngChunk {
    std::string_view type;            ///< four characters, borrowed from the file
    std::uint64_t offset = 0;         ///< of its length
    std::span<const std::byte> data;  ///< without length, type and CRC

    std::uint64_t size_bytes() const { return data.size() + 12; }
    std::uint64_t end() const { return offset + size_bytes(); }
    /// All of it in `file`, from which it was read.
    std::span<const std::byte> bytes(std::span<const std::byte> file) const {
        return file.subspan(static_cast<std::size_t>(offset),
                            static_cast<std::size_t>(size_bytes()));
    }
};

/// Goes from chunk to chunk, IEND included. CRCs are not looked at.
class TURNTILE_EXPORT PngWalker {
  public:
    /// `file` starts with the signature.
    explicit PngWalker(std::span<const std::byte> file)
        : file_(file), position_(png_signature.size()) {}

    /// The next chunk; nothing behind IEND, or where the file ends inside a chunk.
    std::optional<PngChunk> next();

    /// One past the last whole chunk.
    std::uint64_t position() const { return position_; }
    bool has_end() const { return has_end_; }

  private:
    std::span<const std::byte> file_;
    std::uint64_t position_;
    bool has_end_ = false;
};

/// Whether the CRC of `chunk`, which was read from `file`, is right.
TURNTILE_EXPORT bool has_right_crc(const PngChunk& chunk, std::span<const std::byte> file);

/// Appends a chunk with its CRC to `file`. `data` is below 2^31 bytes.
void append_png_chunk(std::vector<std::byte>& file, std::string_view type,
                      std::span<const std::byte> data);

}  // namespace turntile
