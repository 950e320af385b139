// Small blocks of pixels in 32-bit words: turned over and reversed in registers. Words are little
// endian: a row's first byte is the lowest of its first word.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace turntile::gpu {

/// A block is so many pixels wide and high that its rows are whole words.
template <int pixel_bytes>
inline constexpr int block_px = pixel_bytes % 4 == 0   ? 1
                                : pixel_bytes % 2 == 0 ? 2
                                                       : 4;

/// Words in a block's row.
template <int pixel_bytes>
inline constexpr int block_words = block_px<pixel_bytes>* pixel_bytes / 4;

/// The widest access that a block's row allows: the largest power of two in its size.
template <int pixel_bytes>
inline constexpr int block_row_alignment = 4 *
                                           (block_words<pixel_bytes> & -block_words<pixel_bytes>);

/// A row of a block.
template <int pixel_bytes>
struct alignas(block_row_alignment<pixel_bytes>) BlockRow {
    std::uint32_t words[block_words<pixel_bytes>];
};

/// A block, row by row.
template <int pixel_bytes>
struct Block {
    BlockRow<pixel_bytes> rows[block_px<pixel_bytes>];
};

/// Four of the eight bytes of `low` and `high`: digit i of `selector`, counted from the lowest,
/// says which becomes byte i.
__host__ __device__ inline std::uint32_t byte_perm(std::uint32_t low, std::uint32_t high,
                                                   std::uint32_t selector) {
#ifdef __CUDA_ARCH__
    return __byte_perm(low, high, selector);
#else
    const std::uint64_t bytes = std::uint64_t{high} << 32U | low;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i)
        result |= static_cast<std::uint32_t>(bytes >> 8 * (selector >> 4 * i & 7U) & 0xFFU)
                  << 8 * i;
    return result;
#endif
}

/// The word that starts `bytes` modulo 4 bytes into `low`.
__host__ __device__ inline std::uint32_t word_at(std::uint32_t low, std::uint32_t high,
                                                 unsigned bytes) {
#ifdef __CUDA_ARCH__
    return __funnelshift_r(low, high, 8 * bytes);  // which takes the shift modulo 32
#else
    return static_cast<std::uint32_t>((std::uint64_t{high} << 32U | low) >> 8 * (bytes % 4));
#endif
}

/// Rows become columns.
__host__ __device__ inline Block<1> transposed(const Block<1>& block) {
    const std::uint32_t a = block.rows[0].words[0];
    const std::uint32_t b = block.rows[1].words[0];
    const std::uint32_t c = block.rows[2].words[0];
    const std::uint32_t d = block.rows[3].words[0];
    const std::uint32_t ab_left = byte_perm(a, b, 0x5140);  // a0 b0 a1 b1
    const std::uint32_t cd_left = byte_perm(c, d, 0x5140);
    const std::uint32_t ab_right = byte_perm(a, b, 0x7362);  // a2 b2 a3 b3
    const std::uint32_t cd_right = byte_perm(c, d, 0x7362);
    return {{{{byte_perm(ab_left, cd_left, 0x5410)}},
             {{byte_perm(ab_left, cd_left, 0x7632)}},
             {{byte_perm(ab_right, cd_right, 0x5410)}},
             {{byte_perm(ab_right, cd_right, 0x7632)}}}};
}

__host__ __device__ inline Block<2> transposed(const Block<2>& block) {
    const std::uint32_t a = block.rows[0].words[0];
    const std::uint32_t b = block.rows[1].words[0];
    return {{{{byte_perm(a, b, 0x5410)}}, {{byte_perm(a, b, 0x7632)}}}};
}

/// Four 3-byte pixels, each in the low bytes of its word.
struct FourPixels {
    std::uint32_t pixels[4];
};

__host__ __device__ inline FourPixels unpacked(const BlockRow<3>& row) {
    const std::uint32_t a = row.words[0];
    const std::uint32_t b = row.words[1];
    const std::uint32_t c = row.words[2];
    return {{a, byte_perm(a, b, 0x0543), byte_perm(b, c, 0x0432), c >> 8U}};
}

__host__ __device__ inline BlockRow<3> packed(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                              std::uint32_t d) {
    return {{byte_perm(a, b, 0x4210), byte_perm(b, c, 0x5421), byte_perm(c, d, 0x6542)}};
}

__host__ __device__ inline Block<3> transposed(const Block<3>& block) {
    const FourPixels a = unpacked(block.rows[0]);
    const FourPixels b = unpacked(block.rows[1]);
    const FourPixels c = unpacked(block.rows[2]);
    const FourPixels d = unpacked(block.rows[3]);
    return {{packed(a.pixels[0], b.pixels[0], c.pixels[0], d.pixels[0]),
             packed(a.pixels[1], b.pixels[1], c.pixels[1], d.pixels[1]),
             packed(a.pixels[2], b.pixels[2], c.pixels[2], d.pixels[2]),
             packed(a.pixels[3], b.pixels[3], c.pixels[3], d.pixels[3])}};
}

__host__ __device__ inline Block<6> transposed(const Block<6>& block) {
    const auto& a = block.rows[0].words;
    const auto& b = block.rows[1].words;
    return {{{{a[0], byte_perm(a[1], b[0], 0x5410), byte_perm(b[0], b[1], 0x5432)}},
             {{byte_perm(a[1], a[2], 0x5432), byte_perm(a[2], b[1], 0x7632), b[2]}}}};
}

/// A block of one pixel stays as it is.
template <int pixel_bytes>
__host__ __device__ Block<pixel_bytes> transposed(const Block<pixel_bytes>& block) {
    static_assert(block_px<pixel_bytes> == 1);
    return block;
}

/// What is reversed as one: three words where pixels fit into them, or one pixel. Lanes that stand
/// three words apart meet in no bank of shared memory.
template <int pixel_bytes>
inline constexpr int strip_words = 12 % pixel_bytes == 0 ? 3 : pixel_bytes / 4;

/// A strip of a row.
template <int pixel_bytes>
struct alignas(strip_words<pixel_bytes> == 3 ? 4 : pixel_bytes) Strip {
    std::uint32_t words[strip_words<pixel_bytes>];
};

/// The same pixels from right to left.
template <int pixel_bytes>
__host__ __device__ Strip<pixel_bytes> reversed(const Strip<pixel_bytes>& strip) {
    const auto& w = strip.words;
    if constexpr (pixel_bytes == 1)
        return {
            {byte_perm(w[2], 0, 0x0123), byte_perm(w[1], 0, 0x0123), byte_perm(w[0], 0, 0x0123)}};
    else if constexpr (pixel_bytes == 2)
        return {
            {byte_perm(w[2], 0, 0x1032), byte_perm(w[1], 0, 0x1032), byte_perm(w[0], 0, 0x1032)}};
    else if constexpr (pixel_bytes == 3) {
        const BlockRow<3> row = {{w[0], w[1], w[2]}};
        const FourPixels p = unpacked(row);
        const BlockRow<3> turned = packed(p.pixels[3], p.pixels[2], p.pixels[1], p.pixels[0]);
        return {{turned.words[0], turned.words[1], turned.words[2]}};
    } else if constexpr (pixel_bytes == 4)
        return {{w[2], w[1], w[0]}};
    else if constexpr (pixel_bytes == 6)
        return {{byte_perm(w[1], w[2], 0x5432), byte_perm(w[2], w[0], 0x5432),
                 byte_perm(w[0], w[1], 0x5432)}};
    else
        return strip;
}

}  // namespace turntile::gpu
