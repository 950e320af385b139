// Vectors of blocks of pixels: gathered, spread, transposed, reversed, packed. Compiled once for
// each target.
#if defined(TURNTILE_CPU_BLOCKS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_BLOCKS_INL_HPP
#undef TURNTILE_CPU_BLOCKS_INL_HPP
#else
#define TURNTILE_CPU_BLOCKS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "cpu/byte_shuffles.hpp"
#include "cpu/pixel_traits.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using VectorTag = hn::CappedTag<std::uint8_t, line_bytes>;
using Vector = hn::Vec<VectorTag>;

inline constexpr std::size_t vector_bytes = hn::MaxLanes(VectorTag());
inline constexpr std::size_t vector_blocks = vector_bytes / block_bytes;
static_assert(line_bytes % vector_bytes == 0);

/// Pixels in a vector.
template <class Pixels>
inline constexpr std::size_t vector_px = vector_blocks* Pixels::block_px;

/// A vector whose blocks come from `first`, `first + step`, `first + 2 * step`, ...
template <class Tag>
HWY_INLINE hn::Vec<Tag> gather_blocks(Tag tag, const std::uint8_t* first, std::ptrdiff_t step) {
    if constexpr (hn::MaxLanes(Tag()) == block_bytes) {
        return hn::LoadU(tag, first);
    } else {
        constexpr std::ptrdiff_t half_blocks = hn::MaxLanes(Tag()) / block_bytes / 2;
        const hn::Half<Tag> half;
        return hn::Combine(tag, gather_blocks(half, first + half_blocks * step, step),
                           gather_blocks(half, first, step));
    }
}

/// The same shuffle within each block.
HWY_INLINE Vector shuffle_blocks(Vector blocks, const ByteShuffle& shuffle) {
    return hn::TableLookupBytes(blocks, hn::LoadDup128(VectorTag(), shuffle.data()));
}

/// Moves the first 12 bytes of all blocks end to end.
HWY_INLINE Vector close_gaps(Vector blocks) {
    if constexpr (vector_blocks == 1) {
        return blocks;
    } else {
        static constexpr std::int32_t words_of_two_blocks[] = {0, 1, 2, 4, 5, 6, 7, 7};
        static constexpr std::int32_t words_of_four_blocks[] = {0,  1,  2,  4,  5,  6,  8,  9,
                                                                10, 12, 13, 14, 15, 15, 15, 15};
        const hn::Repartition<std::int32_t, VectorTag> words;
        const auto order = hn::SetTableIndices(
            words, vector_blocks == 2 ? words_of_two_blocks : words_of_four_blocks);
        return hn::BitCast(VectorTag(), hn::TableLookupLanes(hn::BitCast(words, blocks), order));
    }
}

/// Each pixel in a lane of its own, from blocks at whose begin they lie end to end.
template <class Pixels>
HWY_INLINE Vector spread(Vector blocks) {
    if constexpr (Pixels::lane_bytes == Pixels::pixel_bytes || Pixels::block_px == 1) return blocks;
    static constexpr ByteShuffle shuffle = spread_pixels<Pixels>();
    return shuffle_blocks(blocks, shuffle);
}

/// All pixels end to end, from lanes of their own.
template <class Pixels>
HWY_INLINE Vector pack(Vector blocks) {
    if constexpr (Pixels::lane_bytes == Pixels::pixel_bytes) return blocks;
    if constexpr (Pixels::block_px == 1) return close_gaps(blocks);
    static constexpr ByteShuffle shuffle = pack_pixels<Pixels>();
    return close_gaps(shuffle_blocks(blocks, shuffle));
}

/// The vector of pixels that end at `end`, in reverse order and end to end. Reads up to 4 bytes
/// more before them.
template <class Pixels>
HWY_INLINE Vector load_reversed(const std::uint8_t* end) {
    static constexpr ByteShuffle shuffle = reverse_pixels<Pixels>();
    constexpr auto step = -static_cast<std::ptrdiff_t>(Pixels::packed_bytes);
    const Vector blocks = gather_blocks(VectorTag(), end - block_bytes, step);
    if constexpr (Pixels::packed_bytes == block_bytes && Pixels::block_px == 1) return blocks;
    const Vector reversed = shuffle_blocks(blocks, shuffle);
    return Pixels::packed_bytes == block_bytes ? reversed : close_gaps(reversed);
}

/// Transposes the square matrix of lanes in each block of `rows`, of which there are as many as a
/// block has lanes. To interleave row i with row i + n/2, as the halves of a deck of cards are
/// riffled, rotates the bits of the lane's two indices by one; log2(n) rounds exchange the two.
template <std::size_t LaneBytes, std::size_t Rows>
HWY_INLINE void transpose_lanes(Vector (&rows)[Rows]) {
    static_assert(Rows * LaneBytes == block_bytes);
    if constexpr (Rows > 1) {
        const hn::Repartition<hwy::UnsignedFromSize<LaneBytes>, VectorTag> lanes;
#pragma GCC unroll 4
        for (std::size_t round = 1; round < Rows; round *= 2) {
            Vector riffled[Rows];
#pragma GCC unroll 8
            for (std::size_t i = 0; i < Rows / 2; ++i) {
                const auto a = hn::BitCast(lanes, rows[i]);
                const auto b = hn::BitCast(lanes, rows[i + Rows / 2]);
                riffled[2 * i] = hn::BitCast(VectorTag(), hn::InterleaveLower(lanes, a, b));
                riffled[2 * i + 1] = hn::BitCast(VectorTag(), hn::InterleaveUpper(lanes, a, b));
            }
#pragma GCC unroll 16
            for (std::size_t i = 0; i < Rows; ++i)
                rows[i] = riffled[i];
        }
    }
}

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
