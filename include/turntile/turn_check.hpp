// What every turn checks before it touches memory: the same rules on both backends.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "turntile/image_view.hpp"

namespace turntile {

/// Whether turns move pixels of this size: 1, 2, 3, 4, 6, 8, 12 or 16 bytes.
constexpr bool is_pixel_size(std::size_t bytes) {
    return bytes == 1 || bytes == 2 || bytes == 3 || bytes == 4 || bytes == 6 || bytes == 8 ||
           bytes == 12 || bytes == 16;
}

/// Whether writing `dst` could change a pixel of `src`. Views that lie side by side within rows of
/// one pitch do not overlap.
inline bool overlap(ConstImageView src, ConstImageView dst) {
    if (src.empty() || dst.empty()) return false;
    const auto src_begin = reinterpret_cast<std::uintptr_t>(src.data);
    const auto dst_begin = reinterpret_cast<std::uintptr_t>(dst.data);
    if (src_begin + src.extent_bytes() <= dst_begin || dst_begin + dst.extent_bytes() <= src_begin)
        return false;
    if (src.pitch_bytes != dst.pitch_bytes) return true;
    const std::size_t pitch = src.pitch_bytes;
    // dst's first column, counted in bytes from src's first column, around the row.
    const std::size_t column = dst_begin >= src_begin
                                   ? (dst_begin - src_begin) % pitch
                                   : (pitch - (src_begin - dst_begin) % pitch) % pitch;
    return column < src.row_bytes() || column + dst.row_bytes() > pitch;
}

namespace detail {

inline std::string describe(ConstImageView view) {
    return std::to_string(view.width) + "x" + std::to_string(view.height) + " pixels of " +
           std::to_string(view.pixel_bytes) + " bytes, pitch " + std::to_string(view.pitch_bytes);
}

inline void check_view(ConstImageView view, const char* which) {
    const auto fail = [&](const std::string& why) {
        throw std::invalid_argument(std::string("turn: ") + which + " (" + describe(view) + ") " +
                                    why);
    };
    if (view.width < 0 || view.height < 0) fail("has a negative size");
    if (!is_pixel_size(view.pixel_bytes))
        fail("has a pixel size other than 1, 2, 3, 4, 6, 8, 12 or 16 bytes");
    if (view.empty()) return;
    if (view.width > INT32_MAX || view.height > INT32_MAX)
        fail("is wider or higher than 2^31 - 1 pixels");
    if (view.data == nullptr) fail("has no memory");
    if (view.pitch_bytes < view.row_bytes()) fail("has a pitch shorter than a row");
}

}  // namespace detail

/// Checks that `dst` can take `src` turned by `turn`.
/// @throws std::invalid_argument for a negative size, one above 2^31 - 1, a pixel size that is not
/// 1, 2, 3, 4, 6, 8, 12 or 16 or differs between the views, missing memory, a pitch shorter than a
/// row, a destination of the wrong size, views that overlap, or a value that is no turn.
inline void check_turn(ConstImageView src, ConstImageView dst, Turn turn) {
    const auto value = static_cast<int>(turn);
    if (value < 1 || value > 8)
        throw std::invalid_argument("turn: " + std::to_string(value) +
                                    " is not one of the turns 1 to 8");
    detail::check_view(src, "the source");
    detail::check_view(dst, "the destination");
    if (src.pixel_bytes != dst.pixel_bytes || dst.size() != turned(src.size(), turn))
        throw std::invalid_argument(std::string("turn: ") + name(turn) + " of the source (" +
                                    detail::describe(src) + ") does not fit the destination (" +
                                    detail::describe(dst) + ")");
    if (overlap(src, dst))
        throw std::invalid_argument("turn: the source and the destination overlap");
}

}  // namespace turntile
