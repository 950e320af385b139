// The text chunks of a PNG file: tEXt, zTXt, iTXt. PNG specification, third edition, 11.3.3.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "io/png_chunks.hpp"

namespace turntile {

/// What the text chunk `chunk` is called; empty if it is none.
std::string_view png_keyword(const PngChunk& chunk);

/// The text of a text chunk, decompressed where it is compressed. Nothing if the chunk is damaged
/// or its text is larger than 16 MiB.
std::optional<std::vector<std::byte>> png_text(const PngChunk& chunk);

/// The data of the text chunk `chunk` (one that `png_text` reads) with another text: keyword,
/// language and compression stay. @throws ImageError if the text is larger than `png_text` reads
std::vector<std::byte> png_data_with_text(const PngChunk& chunk, std::span<const std::byte> text);

}  // namespace turntile
