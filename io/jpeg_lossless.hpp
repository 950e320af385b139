// JPEG files turned without decoding them: the DCT blocks move, no sample is ever computed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "turntile/export.h"
#include "turntile/turn.hpp"

namespace turntile {

struct LosslessOptions {
    /// Cut what stands beyond the last whole block of each mirrored side, as jpegtran -trim does.
    /// Without it such a file is refused.
    bool trim = false;
    bool allow_truncated = false;          ///< accept data that ends early
    std::optional<bool> progressive = {};  ///< of the result; by default as the source
    bool restarts = true;                  ///< keep restart intervals
};

struct LosslessJpeg {
    std::vector<std::byte> bytes;  ///< without metadata: only what belongs to the coding
    Size size;                     ///< in pixels
    std::vector<std::string> notes;
};

/// The JPEG `file` turned. Its quantisation tables and sampling factors turn with it; progressive
/// and arithmetic coding and restart intervals stay.
/// @throws ImageError if the data is damaged, or the turn needs pixels
TURNTILE_EXPORT LosslessJpeg turn_jpeg_lossless(std::span<const std::byte> file, Turn turn,
                                                const LosslessOptions& options = {});

}  // namespace turntile
