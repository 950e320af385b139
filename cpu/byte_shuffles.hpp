// Byte shuffles within a block of 16 bytes, as tables: byte i of the result is byte table[i] of the
// block. Bytes of the result that hold nothing take the block's last byte.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cpu/pixel_traits.hpp"

namespace turntile::cpu {

using ByteShuffle = std::array<std::uint8_t, block_bytes>;

inline constexpr ByteShuffle last_byte_everywhere = {15, 15, 15, 15, 15, 15, 15, 15,
                                                     15, 15, 15, 15, 15, 15, 15, 15};

/// Moves pixels that lie end to end at the block's begin each to a lane of its own.
template <class Pixels>
constexpr ByteShuffle spread_pixels() {
    ByteShuffle table = last_byte_everywhere;
    for (std::size_t px = 0; px < Pixels::block_px; ++px)
        for (std::size_t i = 0; i < Pixels::pixel_bytes; ++i)
            table[px * Pixels::lane_bytes + i] =
                static_cast<std::uint8_t>(px * Pixels::pixel_bytes + i);
    return table;
}

/// Moves pixels from lanes of their own end to end to the block's begin.
template <class Pixels>
constexpr ByteShuffle pack_pixels() {
    ByteShuffle table = last_byte_everywhere;
    for (std::size_t px = 0; px < Pixels::block_px; ++px)
        for (std::size_t i = 0; i < Pixels::pixel_bytes; ++i)
            table[px * Pixels::pixel_bytes + i] =
                static_cast<std::uint8_t>(px * Pixels::lane_bytes + i);
    return table;
}

/// Moves pixels that lie end to end at the block's end to its begin, in reverse order.
template <class Pixels>
constexpr ByteShuffle reverse_pixels() {
    ByteShuffle table = last_byte_everywhere;
    for (std::size_t px = 0; px < Pixels::block_px; ++px)
        for (std::size_t i = 0; i < Pixels::pixel_bytes; ++i)
            table[px * Pixels::pixel_bytes + i] =
                static_cast<std::uint8_t>(block_bytes - (px + 1) * Pixels::pixel_bytes + i);
    return table;
}

}  // namespace turntile::cpu
