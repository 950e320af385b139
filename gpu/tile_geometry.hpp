// The shapes of tiles, and where their rows lie in shared memory.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "gpu/blocks.hpp"

namespace turntile::gpu {

namespace tiles {

using Word = std::uint32_t;

constexpr int word_bytes = 4;
constexpr int chunk_bytes = 16;  // the widest access
constexpr unsigned chunk_words = 4;
constexpr int sector_bytes = 32;  // what memory writes whole
constexpr unsigned warp_lanes = 32;
constexpr unsigned banks = 32;
constexpr unsigned most_grid_rows = 65535;  // of blocks

/// Lanes that share a row of `items` chunks: a power of two.
template <unsigned items>
inline constexpr unsigned lanes_for = std::bit_ceil(items);

/// How rows lie in shared memory: in groups that start `skew` banks apart, so that the blocks of a
/// warp meet in no bank.
template <unsigned rows_, unsigned row_words_, unsigned group_rows_, unsigned skew>
struct Layout {
    static constexpr unsigned rows = rows_;
    static constexpr unsigned row_words = row_words_;
    static constexpr unsigned group_rows = group_rows_;
    static constexpr unsigned group_words =
        (group_rows * row_words - skew + banks - 1) / banks * banks + skew;
    static constexpr unsigned words = (rows + group_rows - 1) / group_rows * group_words;
    static_assert(row_words % 4 == 0 && skew % 4 == 0, "rows hold whole chunks");

    __host__ __device__ static constexpr unsigned at(unsigned row) {
        return row / group_rows * group_words + row % group_rows * row_words;
    }
};

/// Rows one after the other.
template <unsigned rows, unsigned row_words>
using PlainLayout = Layout<rows, row_words, 1, row_words % banks>;

/// Words for a staged row of `bytes` bytes: whole chunks, and a sector more where rows start
/// anywhere.
constexpr unsigned row_words(unsigned bytes, bool aligned) {
    return (bytes + chunk_bytes - 1) / chunk_bytes * chunk_words +
           (aligned ? 0 : sector_bytes / word_bytes);
}

/// Bytes of each destination row that a tile writes: all that it stages where rows start on chunks;
/// else whole sectors, wherever the row starts, of staged pixels.
constexpr int run_bytes_of(int staged_bytes, int pixel_bytes, bool aligned) {
    return aligned ? staged_bytes
                   : (staged_bytes - (sector_bytes - 1) - (pixel_bytes - 1)) / sector_bytes *
                         sector_bytes;
}

/// The first pixel, counted along the destination's rows, that tile number `along` stages: enough
/// for a run that was moved back to a sector's start.
template <class Tile>
__host__ __device__ constexpr std::int64_t first_staged_px(unsigned along) {
    const std::int64_t run = std::int64_t{along} * Tile::run_bytes;
    const std::int64_t reach = run - (sector_bytes - 1);
    return (Tile::aligned ? run : reach < 0 ? 0 : reach) / Tile::pixel_bytes;
}

/// Tiles along a row of the destination.
template <class Tile>
constexpr std::int64_t tiles_along(std::int64_t dst_row_bytes) {
    const std::int64_t moved_back = Tile::aligned ? 0 : sector_bytes - 1;
    return (dst_row_bytes + moved_back + Tile::run_bytes - 1) / Tile::run_bytes;
}

/// How a tile reads. Where runs start within sectors, neighbouring lanes need both halves of one:
/// `keep` leaves it in the L1 cache between them. The others have the L2 cache fetch as many bytes.
enum class Read : std::uint8_t { keep, ahead_128, ahead_256 };

}  // namespace tiles

/// A tile of a turn that swaps the axes: `width` pixels of each of `height` source rows.
template <int pixel_bytes_, int width_, int height_, int threads_, bool aligned_>
struct SwapTile {
    static constexpr int pixel_bytes = pixel_bytes_;
    static constexpr unsigned width = width_;
    static constexpr unsigned height = height_;
    static constexpr unsigned threads = threads_;
    static constexpr bool aligned = aligned_;
    static constexpr int staged_bytes = height_ * pixel_bytes;  // of a destination row
    static constexpr int run_bytes = tiles::run_bytes_of(staged_bytes, pixel_bytes, aligned);
    static constexpr unsigned rows_across = width;  // of the destination
    // The wider reach wins 1 % for 3 bytes at large sizes, and loses elsewhere.
    static constexpr tiles::Read read =
        pixel_bytes == 3 && aligned ? tiles::Read::ahead_256 : tiles::Read::ahead_128;

    static constexpr unsigned block = block_px<pixel_bytes>;
    static constexpr unsigned blocks_x = width / block;
    static constexpr unsigned blocks_y = height / block;
    static constexpr unsigned lanes_x = 8;
    static constexpr unsigned lanes_y = tiles::warp_lanes / lanes_x;
    // A warp turns patches of lanes_x times lanes_y blocks.
    static constexpr unsigned patches_x = blocks_x / lanes_x;
    static constexpr unsigned warps = threads / tiles::warp_lanes;
    static_assert(width % block == 0 && height % block == 0);
    static_assert(blocks_x % lanes_x == 0 && warps % patches_x == 0);

    // Blocks of eight columns and four rows are read at once, of four columns and eight rows
    // written.
    static constexpr unsigned in_skew = block_words<pixel_bytes> == 2 ? 16 : 8;
    using In = tiles::Layout<height, tiles::row_words(width* pixel_bytes, aligned), block, in_skew>;
    using Out = tiles::Layout<width, tiles::row_words(height* pixel_bytes, aligned), block, 4>;
    static constexpr unsigned words = std::max(In::words, Out::words);
    static_assert(words * tiles::word_bytes <= 48 * 1024);
};

/// A tile of a turn that keeps the axes: `width` pixels of each of `rows` rows.
template <int pixel_bytes_, int width_, int rows_, int threads_, bool aligned_>
struct RowTile {
    static constexpr int pixel_bytes = pixel_bytes_;
    static constexpr unsigned width = width_;
    static constexpr unsigned rows = rows_;
    static constexpr unsigned threads = threads_;
    static constexpr bool aligned = aligned_;
    static constexpr int staged_bytes = width_ * pixel_bytes;
    static constexpr int run_bytes = tiles::run_bytes_of(staged_bytes, pixel_bytes, aligned);
    static constexpr unsigned rows_across = rows;
    static constexpr tiles::Read read = tiles::Read::keep;

    static constexpr unsigned strips = width * pixel_bytes / 4 / strip_words<pixel_bytes>;
    static constexpr unsigned strips_a_thread = strips * rows / threads;
    static_assert(strips * strip_words<pixel_bytes> * 4 == width * pixel_bytes);
    static_assert(strips * rows % threads == 0);

    using In = tiles::PlainLayout<rows, tiles::row_words(width* pixel_bytes, aligned)>;
    using Out = tiles::PlainLayout<rows, tiles::row_words(width* pixel_bytes, aligned)>;
    static constexpr unsigned words = std::max(In::words, Out::words);
    static_assert(words * tiles::word_bytes <= 48 * 1024);
};

struct TileShape {
    int width;   // in pixels of the source
    int height;  // likewise
    int threads;
};

/// What a tile is made for.
enum class Fit : std::uint8_t {
    aligned,        ///< rows that start on chunks
    any,            ///< rows that start anywhere
    aligned_small,  ///< the same where larger tiles would leave multiprocessors or threads idle:
    any_small,      ///< swaps of the axes of few pixels; a batch's short rows that stay rows
};
constexpr int fits = 4;

constexpr bool is_aligned(Fit fit) {
    return fit == Fit::aligned || fit == Fit::aligned_small;
}
constexpr bool is_small(Fit fit) {
    return fit == Fit::aligned_small || fit == Fit::any_small;
}
constexpr Fit fit_of(bool aligned, bool small) {
    if (small) return aligned ? Fit::aligned_small : Fit::any_small;
    return aligned ? Fit::aligned : Fit::any;
}

/// The shapes of the tiles that swap the axes, for each fit.
struct SwapShapes {
    TileShape aligned;
    TileShape any;
    TileShape aligned_small;
    TileShape any_small;
};

/// What was fastest on an H200 among shapes that fit every architecture's shared memory.
template <int pixel_bytes>
inline constexpr SwapShapes swap_shapes = {};
template <>
inline constexpr SwapShapes swap_shapes<1> = {
    {256, 128, 512}, {192, 160, 384}, {64, 64, 128}, {32, 128, 128}};
template <>
inline constexpr SwapShapes swap_shapes<2> = {
    {128, 64, 256}, {96, 144, 384}, {64, 32, 128}, {32, 64, 128}};
template <>
inline constexpr SwapShapes swap_shapes<3> = {
    {128, 64, 512}, {64, 100, 256}, {64, 32, 128}, {32, 40, 128}};
template <>
inline constexpr SwapShapes swap_shapes<4> = {
    {64, 64, 512}, {64, 76, 256}, {32, 32, 256}, {32, 48, 128}};
template <>
inline constexpr SwapShapes swap_shapes<6> = {
    {64, 64, 512}, {64, 72, 256}, {32, 32, 256}, {32, 32, 128}};
template <>
inline constexpr SwapShapes swap_shapes<8> = {
    {32, 64, 512}, {32, 72, 256}, {16, 32, 128}, {16, 32, 128}};
template <>
inline constexpr SwapShapes swap_shapes<12> = {
    {64, 32, 512}, {32, 48, 256}, {16, 32, 128}, {16, 32, 128}};
template <>
inline constexpr SwapShapes swap_shapes<16> = {
    {16, 32, 256}, {16, 48, 128}, {16, 16, 128}, {16, 16, 128}};

template <int pixel_bytes>
constexpr TileShape swap_shape(Fit fit) {
    constexpr SwapShapes shapes = swap_shapes<pixel_bytes>;
    switch (fit) {
        case Fit::aligned: return shapes.aligned;
        case Fit::any: return shapes.any;
        case Fit::aligned_small: return shapes.aligned_small;
        case Fit::any_small: return shapes.any_small;
    }
    return {};
}

template <int pixel_bytes, Fit fit>
using SwapTileOf =
    SwapTile<pixel_bytes, swap_shape<pixel_bytes>(fit).width, swap_shape<pixel_bytes>(fit).height,
             swap_shape<pixel_bytes>(fit).threads, is_aligned(fit)>;

/// Rows are short where they fill few wide tiles, the last of which may be mostly empty.
constexpr std::int64_t short_row_bytes = 6144;

/// Four rows of 1536 bytes; of short rows 64 times 384 bytes, so that a tile of a batch, which has
/// to be looked up first, is worth the while.
template <int pixel_bytes, Fit fit>
using MirrorTileOf = RowTile<pixel_bytes, (is_small(fit) ? 384 : 1536) / pixel_bytes,
                             is_small(fit) ? 64 : 4, is_small(fit) ? 512 : 128, is_aligned(fit)>;

/// Copies move bytes, whatever the pixels.
template <Fit fit>
using CopyTileOf = MirrorTileOf<1, fit>;

}  // namespace turntile::gpu
