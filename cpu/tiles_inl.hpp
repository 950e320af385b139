// Turns that swap the axes. The columns of a tile of the source are transposed in registers and
// written as runs of whole cache lines. Tiles whose rows would push one another out of the first
// cache, as those that lie a power of two apart do, are staged there before, row by row. Compiled
// once for each target.
#if defined(TURNTILE_CPU_TILES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_TILES_INL_HPP
#undef TURNTILE_CPU_TILES_INL_HPP
#else
#define TURNTILE_CPU_TILES_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cpu/blocks_inl.hpp"
#include "cpu/cache_sets.hpp"
#include "cpu/destination.hpp"
#include "cpu/lines_inl.hpp"
#include "cpu/paced_fetch_inl.hpp"
#include "cpu/tile_walk.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

/// Turns parts of one image by a turn that swaps the axes.
template <class Pixels>
class TileTurner {
  public:
    TileTurner(ConstImageView src, Destination dst)
        : src_(src),
          dst_(dst),
          in_place_(Pixels::in_place &&
                    column_stays_cached(src.pitch_bytes, Pixels::tile_height_px)) {}

    void turn(Box part) {
        // Runs must follow one another from left to right in the destination.
        TileWalk walk(part, {Pixels::fetched_width_px, Pixels::tile_height_px},
                      Pixels::strip_width_px, mirrored());
        while (!walk.done()) {
            const Box band = walk.tile();
            const RunPlace place = {.first = walk.in_first_band(), .last = walk.in_last_band()};
            std::uint8_t* const unfinished =
                unfinished_ + static_cast<std::size_t>(walk.x_in_strip()) * line_bytes;
            walk.advance();
            PacedFetch next(src_, walk.tile(), band.width);
            turn_band(band, place, unfinished, next);
        }
    }

  private:
    static constexpr auto pixel_bytes = static_cast<std::ptrdiff_t>(Pixels::pixel_bytes);
    static constexpr auto block_px = static_cast<std::int64_t>(Pixels::block_px);
    static constexpr std::ptrdiff_t staged_pitch = Pixels::tile_width_px * pixel_bytes;
    static constexpr std::ptrdiff_t run_bytes = Pixels::tile_height_px * pixel_bytes;
    // A tile's rows in the order in which their pixels go to the right: the first, and the bytes
    // from each to the next. Those of staged rows are known when compiling.
    template <class Pitch>
    struct Rows {
        const std::uint8_t* first;
        Pitch pitch;
    };
    using RowsInPlace = Rows<std::ptrdiff_t>;
    using StagedRows = Rows<std::integral_constant<std::ptrdiff_t, staged_pitch>>;
    // Room for the line before a run, and for the last vector's bytes that do not count. A power of
    // two, at multiples of which each run's room begins: none lies across two pages, where stores
    // are slow on AMD.
    static constexpr auto run_pitch = static_cast<std::ptrdiff_t>(
        std::bit_ceil(line_bytes + static_cast<std::size_t>(run_bytes) + vector_bytes));
    static_assert(run_pitch <= 4096);
    // Columns that are turned before the first of them is written: loads of bytes that were stored
    // in two pieces just before would wait for both.
    static constexpr std::int64_t step_px = 16;
    static_assert(step_px % block_px == 0);
    // Only the last run of a row is shorter: `write_run` may count on a line's end in the first.
    static_assert(run_bytes >= static_cast<std::ptrdiff_t>(2 * line_bytes));
    static_assert(run_bytes % static_cast<std::ptrdiff_t>(line_bytes) == 0);

    // Column number `x` of a step as a run, with room for a line before it.
    std::uint8_t* run(std::int64_t x) {
        return runs_ + x * run_pitch + static_cast<std::ptrdiff_t>(line_bytes);
    }

    bool mirrored() const { return dst_.per_y < 0; }

    const std::uint8_t* source(std::int64_t x, std::int64_t y) const {
        return reinterpret_cast<const std::uint8_t*>(src_.row(y)) + x * pixel_bytes;
    }

    // Turns a tile, or all tiles of a strip's band, while what comes next is fetched.
    void turn_band(Box band, RunPlace place, std::uint8_t* unfinished, PacedFetch& next) {
        const std::int64_t end = band.x + band.width;
        for (Box tile = band; tile.x < end; tile.x += tile.width) {
            tile.width = std::min(Pixels::tile_width_px, end - tile.x);
            turn_tile(tile, place,
                      unfinished + static_cast<std::size_t>(tile.x - band.x) * line_bytes, next);
        }
    }

    void turn_tile(Box tile, RunPlace place, std::uint8_t* unfinished, PacedFetch& next) {
        const std::int64_t leftmost = mirrored() ? tile.y + tile.height - 1 : tile.y;
        auto* const to = reinterpret_cast<std::uint8_t*>(dst_.at(tile.x, leftmost));
        if (in_place_ && may_be_read_in_blocks(tile)) {
            const auto pitch = static_cast<std::ptrdiff_t>(src_.pitch_bytes);
            const RowsInPlace rows = {source(tile.x, leftmost), mirrored() ? -pitch : pitch};
            turn_rows(rows, tile, to, place, unfinished, next);
        } else {
            stage(tile);
            turn_rows(StagedRows{staged_, {}}, tile, to, place, unfinished, next);
        }
    }

    // Whether whole vectors of whole blocks of the tile hold nothing but pixels of its rows, which
    // may go on behind the tile.
    bool may_be_read_in_blocks(Box tile) const {
        constexpr auto vector_rows = static_cast<std::int64_t>(vector_px<Pixels>);
        constexpr auto bytes_behind =
            static_cast<std::ptrdiff_t>(block_bytes - Pixels::packed_bytes);
        return tile.height % vector_rows == 0 && tile.width % block_px == 0 &&
               (src_.width - tile.x - tile.width) * pixel_bytes >= bytes_behind;
    }

    template <class Pitch>
    void turn_rows(Rows<Pitch> rows, Box tile, std::uint8_t* to, RunPlace place,
                   std::uint8_t* unfinished, PacedFetch& next) {
        for (std::int64_t x = 0; x < tile.width; x += step_px) {
            turn_columns(Rows<Pitch>{rows.first + x * pixel_bytes, rows.pitch},
                         {std::min(step_px, tile.width - x), tile.height}, to + x * dst_.per_x,
                         place, unfinished + static_cast<std::size_t>(x) * line_bytes, next);
        }
    }

    // Copies a tile's rows to `staged_`, in the order in which their pixels go to the right.
    void stage(Box tile) {
        const auto row_bytes = static_cast<std::size_t>(tile.width * pixel_bytes);
        std::uint8_t* to = staged_ + (mirrored() ? (tile.height - 1) * staged_pitch : 0);
        const std::ptrdiff_t step = mirrored() ? -staged_pitch : staged_pitch;
        for (std::int64_t y = 0; y < tile.height; ++y, to += step) {
            const std::uint8_t* const from = source(tile.x, tile.y + y);
            std::size_t done = 0;
            for (; done + vector_bytes <= row_bytes; done += vector_bytes)
                hn::StoreU(hn::LoadU(VectorTag(), from + done), VectorTag(), to + done);
            if (done < row_bytes) std::memcpy(to + done, from + done, row_bytes - done);
        }
    }

    // Turns the first `columns` of `rows`, at most a step's, into runs from `to` on.
    template <class Pitch>
    void turn_columns(Rows<Pitch> rows, Size columns, std::uint8_t* to, RunPlace place,
                      std::uint8_t* unfinished, PacedFetch& next) {
        if (!place.first) put_unfinished_before_runs(columns.width, to, unfinished);
        for (std::int64_t x = 0; x < columns.width; x += block_px)
            turn_block_column(Rows<Pitch>{rows.first + x * pixel_bytes, rows.pitch}, run(x),
                              columns.height);
        for (std::int64_t x = 0; x < columns.width;
             ++x, to += dst_.per_x, unfinished += line_bytes) {
            next.some();
            write_run(to, run(x), static_cast<std::size_t>(columns.height * pixel_bytes), place,
                      unfinished, dst_.past_caches);
        }
    }

    // For all columns of a step before the first is written: a load of bytes that were stored just
    // before would wait for all stores to the destination, too.
    HWY_INLINE void put_unfinished_before_runs(std::int64_t columns, const std::uint8_t* to,
                                               const std::uint8_t* unfinished) {
        for (std::int64_t x = 0; x < columns; ++x, to += dst_.per_x, unfinished += line_bytes)
            if (offset_in_line(to) > 0) copy_line(run(x) - line_bytes, unfinished);
    }

    // Turns as many columns as a block has pixels into one run each.
    template <class Pitch>
    HWY_INLINE static void turn_block_column(Rows<Pitch> rows, std::uint8_t* run,
                                             std::int64_t height) {
        constexpr auto vector_rows = static_cast<std::int64_t>(vector_px<Pixels>);
        for (std::int64_t y = 0; y < height; y += vector_rows) {
            Vector vectors[Pixels::block_px];
#pragma GCC unroll 16
            for (std::int64_t i = 0; i < block_px; ++i)
                vectors[i] = spread<Pixels>(gather_blocks(
                    VectorTag(), rows.first + (y + i) * rows.pitch, block_px * rows.pitch));
            transpose_lanes<Pixels::lane_bytes>(vectors);
#pragma GCC unroll 16
            for (std::int64_t i = 0; i < block_px; ++i)
                hn::StoreU(pack<Pixels>(vectors[i]), VectorTag(),
                           run + i * run_pitch + y * pixel_bytes);
        }
    }

    ConstImageView src_;
    Destination dst_;
    bool in_place_;  // whether tiles are read where they are, if blocks are
    // The last block of a row of 3, 6 or 12-byte pixels is read 4 bytes beyond its pixels.
    alignas(line_bytes) std::uint8_t staged_[staged_pitch * Pixels::tile_height_px + block_bytes];
    alignas(run_pitch) std::uint8_t runs_[run_pitch * step_px];
    // For each column of the strip, the destination's line that awaits the next band.
    alignas(line_bytes) std::uint8_t unfinished_[Pixels::strip_width_px * line_bytes];
};

template <class Pixels>
void turn_tiles(ConstImageView src, Destination dst, Box part) {
    TileTurner<Pixels> turner(src, dst);
    turner.turn(part);
}

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
