// Pixels for a format that holds less than they have.
#pragma once

#include <optional>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile {

/// What pixels of this kind lose in `format`: alpha, depth; nothing if it holds them.
/// @throws ImageError if it can hold nothing like them
std::vector<LossNote> losses_in(Format format, int channels, Sample sample);

/// `picture`, or what `format` holds of it in memory from `memory`: without alpha, and 16-bit
/// samples rounded to 8 bits. If `is_grey`, its three colours are equal, and one is left where
/// alpha goes.
Picture fit_picture(const Picture& picture, Format format, BufferSource& memory,
                    bool is_grey = false);

}  // namespace turntile
