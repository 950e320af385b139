// Which palette and which transparency of a PNG file count.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "io/png_chunks.hpp"
#include "turntile/export.h"

namespace turntile {

/// Chunks that libpng takes for what they are called. It passes over those behind the pixels, of a
/// wrong size, or not fit for the colour type, and over transparency in front of the palette.
struct PngColours {
    std::optional<PngChunk> palette;       ///< PLTE
    std::optional<PngChunk> transparency;  ///< tRNS

    /// Whether `chunk`, a PLTE or tRNS of the same file, is one of the two.
    TURNTILE_EXPORT bool holds(const PngChunk& chunk) const;
};

/// `file` has a header. CRCs are not looked at.
TURNTILE_EXPORT PngColours png_colours(std::span<const std::byte> file);

}  // namespace turntile
