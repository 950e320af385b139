// Turns that keep the axes: rows are copied, or reversed in registers. Compiled once for each
// target.
#if defined(TURNTILE_CPU_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_ROWS_INL_HPP
#undef TURNTILE_CPU_ROWS_INL_HPP
#else
#define TURNTILE_CPU_ROWS_INL_HPP
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/blocks_inl.hpp"
#include "cpu/destination.hpp"
#include "cpu/lines_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

/// Copies the rows of `src` in `part` to where their first pixels go: `none`, and `flip_vertical`.
inline void write_rows(ConstImageView src, Destination dst, Box part) {
    const std::size_t left = static_cast<std::size_t>(part.x) * src.pixel_bytes;
    const std::size_t bytes = static_cast<std::size_t>(part.width) * src.pixel_bytes;
    for (std::int64_t y = part.y; y < part.y + part.height; ++y)
        write_bytes(reinterpret_cast<std::uint8_t*>(dst.at(part.x, y)),
                    reinterpret_cast<const std::uint8_t*>(src.row(y)) + left, bytes,
                    dst.past_caches);
}

/// Writes to `to`, in reverse order, the last `count` of the pixels between `begin` and `end`.
/// What follows them at `to`, up to a vector's size, is overwritten.
template <class Pixels>
HWY_INLINE void reverse_last(const std::uint8_t* begin, const std::uint8_t* end, std::size_t count,
                             std::uint8_t* to) {
    constexpr std::size_t packed_bytes = vector_px<Pixels> * Pixels::pixel_bytes;
    constexpr std::size_t read_bytes = packed_bytes + block_bytes - Pixels::packed_bytes;
    while (count >= vector_px<Pixels> && static_cast<std::size_t>(end - begin) >= read_bytes) {
        hn::StoreU(load_reversed<Pixels>(end), VectorTag(), to);
        count -= vector_px<Pixels>;
        end -= packed_bytes;
        to += packed_bytes;
    }
    for (; count > 0; --count, to += Pixels::pixel_bytes) {
        end -= Pixels::pixel_bytes;
        std::memcpy(to, end, Pixels::pixel_bytes);
    }
}

/// Bytes that are reversed before they are written: whole pixels of every size, and whole lines.
inline constexpr std::size_t reversed_bytes = 768;
/// Bytes that are reversed before as many of the next row are fetched: more at once would wait for
/// one another.
inline constexpr std::size_t fetched_bytes = 192;

/// Writes the last `bytes` bytes of pixels between `begin` and `end` to `run` in reverse order.
/// Begins to load those that lie `ahead` bytes behind them.
template <class Pixels>
HWY_INLINE void reverse_and_fetch(const std::uint8_t* begin, const std::uint8_t* end,
                                  std::size_t bytes, std::uint8_t* run, std::ptrdiff_t ahead) {
    while (bytes > 0) {
        const std::size_t part = std::min(bytes, fetched_bytes);
        fetch_lines(end + ahead - part, end + ahead);
        reverse_last<Pixels>(begin, end, part / Pixels::pixel_bytes, run);
        bytes -= part;
        end -= part;
        run += part;
    }
}

/// Writes the pixels between `begin` and `end` to `to` in reverse order. Begins to load the row
/// that lies `ahead` bytes behind them.
template <class Pixels>
HWY_INLINE void reverse_row(const std::uint8_t* begin, const std::uint8_t* end, std::uint8_t* to,
                            bool past_caches, std::ptrdiff_t ahead) {
    alignas(line_bytes) std::uint8_t staged[line_bytes + reversed_bytes + vector_bytes];
    std::uint8_t* const run = staged + line_bytes;
    for (bool first = true; end > begin; first = false) {
        const auto left_bytes = static_cast<std::size_t>(end - begin);
        const std::size_t bytes = std::min(left_bytes, reversed_bytes);
        reverse_and_fetch<Pixels>(begin, end, bytes, run, ahead);
        write_run(to, run, bytes, {.first = first, .last = bytes == left_bytes}, staged,
                  past_caches);
        end -= bytes;
        to += bytes;
    }
}

/// Writes the rows of `src` in `part` from right to left: `flip_horizontal`, and `rotate_180`.
template <class Pixels>
void reverse_rows(ConstImageView src, Destination dst, Box part) {
    const std::size_t left = static_cast<std::size_t>(part.x) * Pixels::pixel_bytes;
    const std::size_t bytes = static_cast<std::size_t>(part.width) * Pixels::pixel_bytes;
    for (std::int64_t y = part.y; y < part.y + part.height; ++y) {
        const auto* const begin = reinterpret_cast<const std::uint8_t*>(src.row(y)) + left;
        const auto ahead = y + 1 < src.height ? static_cast<std::ptrdiff_t>(src.pitch_bytes) : 0;
        reverse_row<Pixels>(begin, begin + bytes,
                            reinterpret_cast<std::uint8_t*>(dst.at(part.x + part.width - 1, y)),
                            dst.past_caches, ahead);
    }
}

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
