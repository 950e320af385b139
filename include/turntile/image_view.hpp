// Borrowed memory that holds an image: where it is, and how it is laid out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "turntile/turn.hpp"

namespace turntile {

/// Borrows an image in host or device memory. Pixels are opaque runs of `pixel_bytes` bytes; a
/// row's pixels are adjacent, and rows start `pitch_bytes` apart. No alignment is assumed. Copying
/// a view copies no pixel; the memory must outlive it.
///
///     ImageView view{.data = pointer, .width = 6000, .height = 4000, .pixel_bytes = 3,
///     .pitch_bytes = pitch};
template <class Void>
struct BasicImageView {
    Void* data = nullptr;         ///< the top left pixel
    std::int64_t width = 0;       ///< in pixels
    std::int64_t height = 0;      ///< in pixels
    std::size_t pixel_bytes = 1;  ///< 1, 2, 3, 4, 6, 8, 12 or 16
    std::size_t pitch_bytes = 0;  ///< from one row's start to the next, at least `row_bytes()`

    using Byte = std::conditional_t<std::is_const_v<Void>, const std::byte, std::byte>;

    constexpr bool empty() const { return width <= 0 || height <= 0; }
    constexpr Size size() const { return {width, height}; }

    /// Bytes of one row's pixels, padding left out.
    constexpr std::size_t row_bytes() const {
        return width <= 0 ? 0 : static_cast<std::size_t>(width) * pixel_bytes;
    }

    /// Bytes from the first pixel's start to the last pixel's end; 0 if empty.
    constexpr std::size_t extent_bytes() const {
        return empty() ? 0 : static_cast<std::size_t>(height - 1) * pitch_bytes + row_bytes();
    }

    /// Bytes of all pixels, padding left out: what a turn has to read, or to write.
    constexpr std::size_t pixels_bytes() const {
        return empty() ? 0 : static_cast<std::size_t>(height) * row_bytes();
    }

    /// The first byte of row `y`.
    Byte* row(std::int64_t y) const {
        return static_cast<Byte*>(data) + static_cast<std::size_t>(y) * pitch_bytes;
    }

    /// A view that may write converts to one that only reads.
    template <class Other>
    requires(std::is_const_v<Other> && !std::is_const_v<Void>) constexpr
    operator BasicImageView<Other>() const {
        return {data, width, height, pixel_bytes, pitch_bytes};
    }
};

using ImageView = BasicImageView<void>;
using ConstImageView = BasicImageView<const void>;

/// One plane of a picture and where it goes once it is turned.
struct PlanePair {
    ConstImageView src;
    ImageView dst;
};

}  // namespace turntile
