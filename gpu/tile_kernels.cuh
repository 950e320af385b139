// The tiled turn's kernels: rows of pixels go into shared memory, are turned there in small blocks,
// and leave in rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/blocks.hpp"
#include "gpu/tile_geometry.hpp"

namespace turntile::gpu {

/// One image to turn. What mirrors do to the order of rows is in the pitches' signs.
struct Sheet {
    const std::byte* src = nullptr;    // the row that is read first
    std::byte* dst = nullptr;          // the row that is written first
    std::int64_t src_pitch_bytes = 0;  // to the row that is read next
    std::int64_t dst_pitch_bytes = 0;
    std::int64_t src_row_bytes = 0;
    unsigned src_rows = 0;
    unsigned dst_rows = 0;
    unsigned tiles_along = 0;  // tiles along a row of the destination
    unsigned first_tile = 0;   // tiles of the sheets before this one
};

/// The sheets of one launch. They travel as the kernel's parameter.
template <int capacity>
struct Sheets {
    unsigned count = 0;
    Sheet items[capacity];
};

namespace tiles {

/// A run of bytes of each of several rows in memory.
template <class Byte>
struct Rows {
    Byte* first;               // the run in the first row
    std::int64_t pitch_bytes;  // to the next row
    unsigned count;            // rows that exist; more are left alone
    int begin;                 // the row's bytes are [begin, end), counted from the run's start,
    int end;                   // and cut to some length beyond any run
};

/// Cuts a distance in bytes to what an int holds, far beyond any run.
__device__ inline int cut(std::int64_t bytes) {
    constexpr std::int64_t far = 1 << 24;
    return static_cast<int>(min(max(bytes, -far), far));
}

/// How far an address is from the multiple of `alignment` below it.
template <unsigned alignment>
__device__ unsigned misalignment(const std::byte* address) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(address)) % alignment;
}

__device__ inline void copy_bytes(const std::byte* from, std::byte* to, int first, int last) {
#pragma unroll 1
    for (int b = first; b < last; ++b)
        to[b] = from[b];
}

/// Starts to read a chunk into shared memory. Where runs start within sectors, neighbouring lanes
/// need both halves of one: `keep` leaves it in the L1 cache between them.
template <bool keep>
__device__ void read_chunk(std::byte* to, const std::byte* from) {
#if __CUDA_ARCH__ >= 800
    const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
    if constexpr (keep)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(shared), "l"(from)
                     : "memory");
#else
    *reinterpret_cast<uint4*>(to) = *reinterpret_cast<const uint4*>(from);
#endif
}

/// Waits until every chunk of the block is there.
__device__ inline void wait_for_chunks() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
    __syncthreads();
}

/// Starts to read the sectors that hold the first `run_bytes` bytes of each run. A row's first
/// sector goes to its first word: the run starts `misalignment` bytes later. Bytes outside of the
/// rows are not read.
template <class L, int run_bytes, bool aligned, unsigned threads, bool keep>
__device__ void read_rows(const Rows<const std::byte>& src, Word* stage) {
    constexpr unsigned chunks = (run_bytes + chunk_bytes - 1) / chunk_bytes + (aligned ? 0 : 2);
    constexpr unsigned lanes = lanes_for<chunks>;
    constexpr unsigned step = threads / lanes;
    static_assert(chunks * chunk_bytes <= L::row_words * word_bytes && lanes <= threads);
    static_assert(step % L::group_rows == 0);

    const unsigned lane = threadIdx.x % lanes;
    const unsigned first_row = threadIdx.x / lanes;
    const std::byte* from = src.first + first_row * src.pitch_bytes + lane * chunk_bytes;
    const std::int64_t stride = step * src.pitch_bytes;
    auto* const to = reinterpret_cast<std::byte*>(stage + L::at(first_row)) + lane * chunk_bytes;
    constexpr unsigned to_stride = L::at(step) * word_bytes;
    constexpr int margin = aligned ? 0 : sector_bytes;
    const bool inside = src.count >= L::rows && src.begin <= -margin &&
                        src.end >= static_cast<int>(chunks * chunk_bytes);
    if (lane < chunks && inside) {
#pragma unroll
        for (unsigned i = 0; i < (L::rows + step - 1) / step; ++i, from += stride)
            if (L::rows % step == 0 || first_row + i * step < L::rows)
                read_chunk<keep>(
                    to + i * to_stride,
                    aligned ? from : from - misalignment<sector_bytes>(from - lane * chunk_bytes));
    } else if (lane < chunks) {
#pragma unroll 1
        for (unsigned i = 0; first_row + i * step < min(src.count, L::rows); ++i, from += stride) {
            const int back =
                aligned ? 0
                        : static_cast<int>(misalignment<sector_bytes>(from - lane * chunk_bytes));
            const int at = static_cast<int>(lane * chunk_bytes) - back;
            if (at >= src.begin && at + chunk_bytes <= src.end)
                read_chunk<keep>(to + i * to_stride, from - back);
            else
                copy_bytes(from - back, to + i * to_stride, max(src.begin - at, 0),
                           min(src.end - at, chunk_bytes));
        }
    }
}

/// Where staged rows lie against the runs that they are written to. A run is moved back to a
/// sector's start, and the staged row is slid until the run's chunks are the row's chunks but for
/// less than a word.
template <bool aligned>
class Alignment {
  public:
    /// Runs of `dst` start `offset` bytes behind the staged rows' first bytes.
    __device__ Alignment(const Rows<std::byte>& dst, int offset)
        : first_(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(dst.first))),
          step_(static_cast<unsigned>(dst.pitch_bytes)),
          offset_(offset) {}

    /// Bytes by which the run of row `row` is moved back.
    __device__ int back(unsigned row) const {
        return aligned ? 0 : static_cast<int>((first_ + row * step_) % sector_bytes);
    }
    /// Words by which the staged row is slid, 0 to 3.
    __device__ unsigned slide(unsigned row) const {
        return aligned ? 0 : static_cast<unsigned>(-(start(row) >> 2)) % chunk_words;
    }
    /// The word of the slid row that holds the moved run's first byte: a chunk's first.
    __device__ int word(unsigned row) const { return aligned ? 0 : ((start(row) >> 2) + 3) & ~3; }
    /// The bytes, modulo 4, that come before it in that word.
    __device__ unsigned shift(unsigned row) const {
        return aligned ? 0 : static_cast<unsigned>(start(row));
    }

  private:
    __device__ int start(unsigned row) const { return offset_ - back(row); }

    unsigned first_;
    unsigned step_;
    int offset_;
};

/// The chunk that starts `shift` bytes modulo 4 into `words`, the first of a chunk.
template <bool aligned>
__device__ uint4 chunk_at(const Word* words, unsigned shift) {
    uint4 chunk = *reinterpret_cast<const uint4*>(words);
    if constexpr (!aligned) {
        const Word next = words[chunk_words];
        chunk = {word_at(chunk.x, chunk.y, shift), word_at(chunk.y, chunk.z, shift),
                 word_at(chunk.z, chunk.w, shift), word_at(chunk.w, next, shift)};
    }
    return chunk;
}

/// Writes the first `run_bytes` bytes of each run, as far as they are in its row.
template <class L, int run_bytes, bool aligned, unsigned threads>
__device__ void write_rows(const Word* stage, const Rows<std::byte>& dst,
                           const Alignment<aligned>& alignment) {
    constexpr unsigned chunks = run_bytes / chunk_bytes;
    constexpr unsigned lanes = lanes_for<chunks>;
    constexpr unsigned step = threads / lanes;
    static_assert(run_bytes % chunk_bytes == 0 && lanes <= threads);
    static_assert(step % L::group_rows == 0);

    const unsigned lane = threadIdx.x % lanes;
    const unsigned first_row = threadIdx.x / lanes;
    if (lane >= chunks) return;
    std::byte* to = dst.first + first_row * dst.pitch_bytes + lane * chunk_bytes;
    const std::int64_t stride = step * dst.pitch_bytes;
    const Word* const from = stage + L::at(first_row) + lane * chunk_words;
    const bool inside =
        dst.count >= L::rows && dst.begin <= (aligned ? 0 : -sector_bytes) && dst.end >= run_bytes;
    if (inside) {
#pragma unroll
        for (unsigned i = 0; i < (L::rows + step - 1) / step; ++i, to += stride) {
            const unsigned row = first_row + i * step;
            if (L::rows % step == 0 || row < L::rows)
                *reinterpret_cast<uint4*>(to - alignment.back(row)) = chunk_at<aligned>(
                    from + i * L::at(step) + alignment.word(row), alignment.shift(row));
        }
        return;
    }
#pragma unroll 1
    for (unsigned row = first_row; row < min(dst.count, L::rows); row += step, to += stride) {
        const int back = alignment.back(row);
        const int at = static_cast<int>(lane * chunk_bytes) - back;
        const Word* const words =
            from + (row - first_row) / step * L::at(step) + alignment.word(row);
        if (at >= dst.begin && at + chunk_bytes <= dst.end)
            *reinterpret_cast<uint4*>(to - back) = chunk_at<aligned>(words, alignment.shift(row));
        else
            copy_bytes(
                reinterpret_cast<const std::byte*>(words) + alignment.shift(row) % word_bytes,
                to - back, max(dst.begin - at, 0), min(dst.end - at, chunk_bytes));
    }
}

/// The words that start `shift` bytes modulo a sector's behind `from`: a block's row, or a strip.
template <class Words, bool aligned>
__device__ Words staged(const Word* from, unsigned shift) {
    if constexpr (aligned) {
        return *reinterpret_cast<const Words*>(from);
    } else {
        Words result;
        from += shift % sector_bytes / word_bytes;
        Word low = from[0];
#pragma unroll
        for (unsigned i = 0; i < sizeof(Words) / word_bytes; ++i) {
            const Word high = from[i + 1];
            result.words[i] = word_at(low, high, shift);
            low = high;
        }
        return result;
    }
}

/// Stages words, at once where they are aligned on their own size.
template <bool aligned, class Words>
__device__ void stage_words(Word* to, const Words& words) {
    if constexpr (aligned) {
        *reinterpret_cast<Words*>(to) = words;
    } else {
#pragma unroll
        for (unsigned i = 0; i < sizeof(Words) / word_bytes; ++i)
            to[i] = words.words[i];
    }
}

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
        unsigned low = 0;
        for (unsigned high = sheets.count; high - low > 1;) {
            const unsigned middle = (low + high) / 2;
            (sheets.items[middle].first_tile <= blockIdx.x ? low : high) = middle;
        }
        const Sheet& sheet = sheets.items[low];
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

/// How late each row's run stands in its staged row, after `read_rows`: a number of bytes modulo a
/// sector's.
class Shifts {
  public:
    __device__ explicit Shifts(const Rows<const std::byte>& src)
        : first_(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(src.first))),
          step_(static_cast<unsigned>(src.pitch_bytes)) {}
    __device__ unsigned operator()(unsigned row) const { return first_ + row * step_; }

  private:
    unsigned first_;
    unsigned step_;
};

}  // namespace tiles

/// Source rows become destination columns.
template <class Tile, int capacity>
__global__ void __launch_bounds__(Tile::threads)
    swap_axes_kernel(const __grid_constant__ Sheets<capacity> sheets) {
    using namespace tiles;
    constexpr int pixel_bytes = Tile::pixel_bytes;
    constexpr unsigned block = Tile::block;
    constexpr unsigned words = block_words<pixel_bytes>;
    __shared__ alignas(chunk_bytes) Word stage[Tile::words];

    TilePlace place;
    const Sheet& sheet = find_tile(sheets, place);
    if (place.across * Tile::rows_across >= sheet.dst_rows) return;
    const std::int64_t y0 = first_staged_px<Tile>(place.along);
    const auto src = source(sheet, static_cast<unsigned>(y0),
                            std::int64_t{place.across} * Tile::width * pixel_bytes);
    read_rows<typename Tile::In, Tile::width * pixel_bytes, Tile::aligned, Tile::threads, false>(
        src, stage);
    wait_for_chunks();

    // A thread's blocks stand in one column, `step` blocks apart.
    const unsigned lane = threadIdx.x % warp_lanes;
    const unsigned warp = threadIdx.x / warp_lanes;
    const unsigned x = warp % Tile::patches_x * Tile::lanes_x + lane % Tile::lanes_x;
    const unsigned y = warp / Tile::patches_x * Tile::lanes_y + lane / Tile::lanes_x;
    constexpr unsigned step = Tile::warps / Tile::patches_x * Tile::lanes_y;
    constexpr unsigned steps = (Tile::blocks_y + step - 1) / step;
    const auto is_block = [&](unsigned i) {
        return Tile::blocks_y % step == 0 || y + i * step < Tile::blocks_y;
    };

    const Shifts shift(src);
    Block<pixel_bytes> held[steps];
    const Word* const from = stage + Tile::In::at(y * block) + x * words;
#pragma unroll
    for (unsigned i = 0; i < steps; ++i)
        if (is_block(i))
#pragma unroll
            for (unsigned r = 0; r < block; ++r)
                held[i].rows[r] = staged<BlockRow<pixel_bytes>, Tile::aligned>(
                    from + Tile::In::at(i * step * block + r),
                    shift(y * block + i * step * block + r));
    const auto dst = destination<Tile>(sheet, place, std::int64_t{sheet.src_rows} * pixel_bytes);
    const Alignment<Tile::aligned> alignment(dst, run_offset<Tile>(place, y0));
    __syncthreads();
    Word* const to = stage + Tile::Out::at(x * block) + y * words;
#pragma unroll
    for (unsigned i = 0; i < steps; ++i)
        if (is_block(i)) {
            const Block<pixel_bytes> turned = transposed(held[i]);
#pragma unroll
            for (unsigned r = 0; r < block; ++r)
                stage_words<Tile::aligned>(
                    to + Tile::Out::at(r) + i * step * words + alignment.slide(x * block + r),
                    turned.rows[r]);
        }
    __syncthreads();
    write_rows<typename Tile::Out, Tile::run_bytes, Tile::aligned, Tile::threads>(stage, dst,
                                                                                  alignment);
}

/// Rows stay rows, and run from right to left if `mirrored`.
template <class Tile, bool mirrored, int capacity>
__global__ void __launch_bounds__(Tile::threads)
    keep_axes_kernel(const __grid_constant__ Sheets<capacity> sheets) {
    using namespace tiles;
    constexpr int pixel_bytes = Tile::pixel_bytes;
    constexpr unsigned words = strip_words<pixel_bytes>;
    __shared__ alignas(chunk_bytes) Word stage[Tile::words];

    TilePlace place;
    const Sheet& sheet = find_tile(sheets, place);
    if (place.across * Tile::rows_across >= sheet.dst_rows) return;
    const std::int64_t x0 = first_staged_px<Tile>(place.along);
    // Mirrored, the tile's last pixel comes first in the source, or before it at the image's edge.
    const std::int64_t begin =
        mirrored ? sheet.src_row_bytes - (x0 + Tile::width) * pixel_bytes : x0 * pixel_bytes;
    const auto src = source(sheet, place.across * Tile::rows, begin);
    read_rows<typename Tile::In, Tile::width * pixel_bytes, Tile::aligned, Tile::threads, true>(
        src, stage);
    wait_for_chunks();

    const auto dst = destination<Tile>(sheet, place, sheet.src_row_bytes);
    const Alignment<Tile::aligned> alignment(dst, run_offset<Tile>(place, x0));
    if constexpr (mirrored || !Tile::aligned) {
        const Shifts shift(src);
        Strip<pixel_bytes> held[Tile::strips_a_thread];
#pragma unroll
        for (unsigned i = 0; i < Tile::strips_a_thread; ++i) {
            const unsigned item = threadIdx.x + i * Tile::threads;
            const unsigned row = item / Tile::strips;
            const unsigned strip = item % Tile::strips;
            held[i] = staged<Strip<pixel_bytes>, Tile::aligned>(
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
    write_rows<typename Tile::Out, Tile::run_bytes, Tile::aligned, Tile::threads>(stage, dst,
                                                                                  alignment);
}

}  // namespace turntile::gpu
