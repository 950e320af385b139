// The tiled turn's kernels: rows of pixels go into shared memory, are turned there in small blocks,
// and leave in rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/blocks.hpp"
#include "gpu/rows.cuh"
#include "gpu/sheets.hpp"
#include "gpu/tile_geometry.hpp"

namespace turntile::gpu {

namespace tiles {

/// A tile's place in its sheet, counted in tiles: along the destination's rows, and across them.
struct TilePlace {
    unsigned along;
    unsigned across;
};

/// The sheet and the place of this block's tile. Neighbouring blocks write neighbouring memory:
/// tiles are counted along the destination's rows. A single sheet's tiles are the grid's, with rows
/// of tiles beyond a grid's height in its depth; a batch's are counted through.
template <int capacity>
__device__ const Sheet& find_tile(const Sheets<capacity>& sheets, TilePlace& place) {
    if constexpr (capacity == 1) {
        place = {blockIdx.x, blockIdx.y + blockIdx.z * most_grid_rows};
        return sheets.items[0];
    } else {
        const Sheet& sheet = sheets.items[find_sheet(sheets, blockIdx.x)];
        const unsigned tile = blockIdx.x - sheet.first_tile;
        place.across = tile / sheet.tiles_along;
        place.along = tile - place.across * sheet.tiles_along;
        return sheet;
    }
}

/// The rows of a tile's destination, from its first run on; a row of the sheet has `row_bytes`.
template <class Tile>
__device__ Rows<std::byte> destination(const Sheet& sheet, TilePlace place,
                                       std::int64_t row_bytes) {
    const auto run = std::int64_t{place.along} * Tile::run_bytes;
    const unsigned row = place.across * Tile::rows_across;
    return {sheet.dst + row * sheet.dst_pitch_bytes + run, sheet.dst_pitch_bytes,
            sheet.dst_rows - row, cut(-run), cut(row_bytes - run)};
}

/// Rows of a tile's source, from byte `begin` of source row `row` on.
__device__ inline Rows<const std::byte> source(const Sheet& sheet, unsigned row,
                                               std::int64_t begin) {
    return {sheet.src + row * sheet.src_pitch_bytes + begin, sheet.src_pitch_bytes,
            sheet.src_rows - row, cut(-begin), cut(sheet.src_row_bytes - begin)};
}

/// How far behind its first staged pixel a tile's runs start, in bytes.
template <class Tile>
__device__ int run_offset(TilePlace place, std::int64_t first_px) {
    return static_cast<int>(std::int64_t{place.along} * Tile::run_bytes -
                            first_px * Tile::pixel_bytes);
}

/// Turns the staged source rows of a tile into destination rows, block by block.
template <class Tile>
__device__ void turn_blocks(Word* stage, const Shifts& shift,
                            const Alignment<Tile::aligned>& alignment) {
    constexpr unsigned block = Tile::block;
    constexpr unsigned words = block_words<Tile::pixel_bytes>;
    // A thread's blocks stand in one column, `step` blocks apart.
    constexpr unsigned step = Tile::warps / Tile::patches_x * Tile::lanes_y;
    constexpr unsigned steps = (Tile::blocks_y + step - 1) / step;
    const unsigned lane = threadIdx.x % warp_lanes;
    const unsigned warp = threadIdx.x / warp_lanes;
    const unsigned x = warp % Tile::patches_x * Tile::lanes_x + lane % Tile::lanes_x;
    const unsigned y = warp / Tile::patches_x * Tile::lanes_y + lane / Tile::lanes_x;
    const auto is_block = [&](unsigned i) {
        return Tile::blocks_y % step == 0 || y + i * step < Tile::blocks_y;
    };

    Block<Tile::pixel_bytes> held[steps];
    const Word* const from = stage + Tile::In::at(y * block) + x * words;
#pragma unroll
    for (unsigned i = 0; i < steps; ++i)
        if (is_block(i))
#pragma unroll
            for (unsigned r = 0; r < block; ++r)
                held[i].rows[r] = staged<BlockRow<Tile::pixel_bytes>, Tile::aligned>(
                    from + Tile::In::at(i * step * block + r), shift((y + i * step) * block + r));
    __syncthreads();
    Word* const to = stage + Tile::Out::at(x * block) + y * words;
#pragma unroll
    for (unsigned i = 0; i < steps; ++i)
        if (is_block(i)) {
            const Block<Tile::pixel_bytes> turned = transposed(held[i]);
#pragma unroll
            for (unsigned r = 0; r < block; ++r)
                stage_words<Tile::aligned>(
                    to + Tile::Out::at(r) + i * step * words + alignment.slide(x * block + r),
                    turned.rows[r]);
        }
    __syncthreads();
}

/// Makes destination rows of a tile's staged source rows, strip by strip: from right to left if
/// `mirrored`.
template <class Tile, bool mirrored>
__device__ void move_strips(Word* stage, const Shifts& shift,
                            const Alignment<Tile::aligned>& alignment) {
    using Strip = gpu::Strip<Tile::pixel_bytes>;
    constexpr unsigned words = strip_words<Tile::pixel_bytes>;
    Strip held[Tile::strips_a_thread];
#pragma unroll
    for (unsigned i = 0; i < Tile::strips_a_thread; ++i) {
        const unsigned item = threadIdx.x + i * Tile::threads;
        const unsigned row = item / Tile::strips;
        const unsigned strip = item % Tile::strips;
        held[i] = staged<Strip, Tile::aligned>(
            stage + Tile::In::at(row) + (mirrored ? Tile::strips - 1 - strip : strip) * words,
            shift(row));
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < Tile::strips_a_thread; ++i) {
        const unsigned item = threadIdx.x + i * Tile::threads;
        const unsigned row = item / Tile::strips;
        stage_words<Tile::aligned>(
            stage + Tile::Out::at(row) + item % Tile::strips * words + alignment.slide(row),
            mirrored ? reversed(held[i]) : held[i]);
    }
    __syncthreads();
}

}  // namespace tiles

/// Source rows become destination columns.
template <class Tile, int capacity>
__global__ void __launch_bounds__(Tile::threads)
    swap_axes_kernel(const __grid_constant__ Sheets<capacity> sheets) {
    using namespace tiles;
    __shared__ alignas(chunk_bytes) Word stage[Tile::words];
    TilePlace place;
    const Sheet& sheet = find_tile(sheets, place);
    if (place.across * Tile::rows_across >= sheet.dst_rows) return;

    const std::int64_t y0 = first_staged_px<Tile>(place.along);
    const auto src = source(sheet, static_cast<unsigned>(y0),
                            std::int64_t{place.across} * Tile::width * Tile::pixel_bytes);
    read_rows<typename Tile::In, Tile::width * Tile::pixel_bytes, Tile::aligned, Tile::threads,
              Tile::read>(src, stage);
    wait_for_chunks();

    const auto dst =
        destination<Tile>(sheet, place, std::int64_t{sheet.src_rows} * Tile::pixel_bytes);
    const Alignment<Tile::aligned> alignment(dst, run_offset<Tile>(place, y0));
    turn_blocks<Tile>(stage, Shifts(src), alignment);
    write_rows<typename Tile::Out, Tile::run_bytes, Tile::aligned, Tile::threads>(stage, dst,
                                                                                  alignment);
}

/// Rows stay rows, and run from right to left if `mirrored`.
template <class Tile, bool mirrored, int capacity>
__global__ void __launch_bounds__(Tile::threads)
    keep_axes_kernel(const __grid_constant__ Sheets<capacity> sheets) {
    using namespace tiles;
    __shared__ alignas(chunk_bytes) Word stage[Tile::words];
    TilePlace place;
    const Sheet& sheet = find_tile(sheets, place);
    if (place.across * Tile::rows_across >= sheet.dst_rows) return;

    // Mirrored, the tile's last pixel comes first in the source, or before it at the image's edge.
    const std::int64_t x0 = first_staged_px<Tile>(place.along);
    const std::int64_t begin = mirrored
                                   ? sheet.src_row_bytes - (x0 + Tile::width) * Tile::pixel_bytes
                                   : x0 * Tile::pixel_bytes;
    const auto src = source(sheet, place.across * Tile::rows, begin);
    read_rows<typename Tile::In, Tile::width * Tile::pixel_bytes, Tile::aligned, Tile::threads,
              Tile::read>(src, stage);
    wait_for_chunks();

    const auto dst = destination<Tile>(sheet, place, sheet.src_row_bytes);
    const Alignment<Tile::aligned> alignment(dst, run_offset<Tile>(place, x0));
    if constexpr (mirrored || !Tile::aligned)
        move_strips<Tile, mirrored>(stage, Shifts(src), alignment);
    write_rows<typename Tile::Out, Tile::run_bytes, Tile::aligned, Tile::threads>(stage, dst,
                                                                                  alignment);
}

}  // namespace turntile::gpu
