// Turns that swap the axes. The columns of a tile of the source are transposed in registers, and
// each is written as a run of a row. Tiles that would be loaded across cache lines, those at the
// edges, and those whose rows would push one another out of the first cache, as rows a power of two
// apart do, are staged there before, row by row. Compiled once for each target.
#if defined(TURNTILE_CPU_TILES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_TILES_INL_HPP
#undef TURNTILE_CPU_TILES_INL_HPP
#else
#define TURNTILE_CPU_TILES_INL_HPP
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cpu/blocks_inl.hpp"
#include "cpu/cache_sets.hpp"
#include "cpu/destination.hpp"
#include "cpu/joined_lines_inl.hpp"
#include "cpu/lines_inl.hpp"
#include "cpu/paced_fetch_inl.hpp"
#include "cpu/runs_inl.hpp"
#include "cpu/tile_walk.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

/// Whether all rows of an image begin where cache lines do.
inline bool rows_begin_with_lines(ConstImageView image) {
    return image.pitch_bytes % line_bytes == 0 &&
           offset_in_line(reinterpret_cast<const std::uint8_t*>(image.data)) == 0;
}

/// Turns parts of one image by a turn that swaps the axes.
template <class Pixels>
class TileTurner {
  public:
    TileTurner(ConstImageView src, Destination dst)
        : src_(src),
          dst_(dst),
          in_place_(
              (better_in_place || (better_in_place_in_lines && rows_begin_with_lines(src_))) &&
              column_stays_cached(src.pitch_bytes, Pixels::tile_height_px)) {}

    HWY_NOINLINE void turn(Box part) {
        // Runs must follow one another from left to right in the destination.
        TileWalk walk(part, {fetched_width(), Pixels::tile_height_px}, Pixels::strip_width_px,
                      mirrored());
        while (!walk.done()) {
            const Box band = walk.tile();
            const RunRows rows = {
                .to = reinterpret_cast<std::uint8_t*>(dst_.at(band.x, leftmost(band))),
                .per_column = dst_.per_x,
                .unfinished =
                    unfinished_ + static_cast<std::size_t>(walk.x_in_strip()) * line_bytes,
                .place = {.first = walk.in_first_band(), .last = walk.in_last_band()}};
            walk.advance();
            PacedFetch next(src_, walk.tile(), band.width);
            turn_band(band, rows, next);
        }
    }

  private:
    static constexpr auto pixel_bytes = static_cast<std::ptrdiff_t>(Pixels::pixel_bytes);
    static constexpr auto block_px = static_cast<std::int64_t>(Pixels::block_px);
    // For which pixels tiles are better transposed from where their rows are than staged: for some
    // wherever those are, for others if no block of them lies across lines. This and
    // `fetched_width` are what was measured: with lines joined on Zen 4, without on Zen 3, which
    // has half its second cache.
    static constexpr bool better_in_place = Pixels::pixel_bytes > (joins_lines ? 3 : 8);
    static constexpr bool better_in_place_in_lines =
        better_in_place || (!joins_lines && Pixels::packed_bytes == block_bytes);
    static constexpr std::ptrdiff_t staged_pitch = Pixels::tile_width_px * pixel_bytes;
    // A tile's rows in the order in which their pixels go to the right: the first, and the bytes
    // from each to the next. Those of staged rows are known when compiling.
    template <class Pitch>
    struct Rows {
        const std::uint8_t* first;
        Pitch pitch;
    };
    using RowsInPlace = Rows<std::ptrdiff_t>;
    using StagedRows = Rows<std::integral_constant<std::ptrdiff_t, staged_pitch>>;
    static constexpr std::int64_t step_px = Runs<Pixels>::step_px;
    static_assert(step_px % block_px == 0);

    bool mirrored() const { return dst_.per_y < 0; }

    // The width of what is fetched into the second cache while as much is turned: the next tile or,
    // as longer pieces of the source's rows come faster, some tiles or all of the strip's next
    // band.
    std::int64_t fetched_width() const {
        constexpr std::int64_t tile_px = Pixels::tile_width_px;
        if (joins_lines) return Pixels::small_bands ? Pixels::strip_width_px : tile_px;
        constexpr std::int64_t tiles = std::max<std::int64_t>(1, 256 / (tile_px * pixel_bytes));
        return rows_begin_with_lines(src_) ? tiles * tile_px : tile_px;
    }

    // The row of `box` whose pixels go to the left of the others'.
    std::int64_t leftmost(Box box) const { return mirrored() ? box.y + box.height - 1 : box.y; }

    const std::uint8_t* source(std::int64_t x, std::int64_t y) const {
        return reinterpret_cast<const std::uint8_t*>(src_.row(y)) + x * pixel_bytes;
    }

    // Turns a tile, or all tiles of a strip's band, while what comes next is fetched.
    void turn_band(Box band, RunRows to, PacedFetch& next) {
        const std::int64_t end = band.x + band.width;
        for (Box tile = band; tile.x < end; tile.x += tile.width) {
            tile.width = std::min(Pixels::tile_width_px, end - tile.x);
            turn_tile(tile, to.from_column(tile.x - band.x), next);
        }
    }

    void turn_tile(Box tile, RunRows to, PacedFetch& next) {
        Runs<Pixels>::fetch_ends(step_from(tile, 0), to);
        if constexpr (better_in_place_in_lines) {
            if (in_place_ && may_be_read_in_blocks(tile)) {
                const auto pitch = static_cast<std::ptrdiff_t>(src_.pitch_bytes);
                turn_rows(RowsInPlace{source(tile.x, leftmost(tile)), mirrored() ? -pitch : pitch},
                          tile, to, next);
                return;
            }
        }
        stage(tile);
        turn_rows(StagedRows{staged_, {}}, tile, to, next);
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
    void turn_rows(Rows<Pitch> rows, Box tile, RunRows to, PacedFetch& next) {
        for (std::int64_t x = 0; x < tile.width; x += step_px) {
            if (x + step_px < tile.width)
                Runs<Pixels>::fetch_ends(step_from(tile, x + step_px), to.from_column(x + step_px));
            turn_step(Rows<Pitch>{rows.first + x * pixel_bytes, rows.pitch}, step_from(tile, x),
                      to.from_column(x), next);
        }
    }

    // The step of a tile from its column `x` on.
    static Size step_from(Box tile, std::int64_t x) {
        return {std::min(step_px, tile.width - x), tile.height};
    }

    // Copies a tile's rows to `staged_`, in the order in which their pixels go to the right.
    HWY_NOINLINE void stage(Box tile) {
        const bool whole_lines =
            tile.width == Pixels::tile_width_px && (!joins_lines || lies_amid_lines(tile));
        std::uint8_t* to = staged_ + (mirrored() ? (tile.height - 1) * staged_pitch : 0);
        const std::ptrdiff_t step = mirrored() ? -staged_pitch : staged_pitch;
        for (std::int64_t y = 0; y < tile.height; ++y, to += step) {
            const std::uint8_t* const from = source(tile.x, tile.y + y);
            if (whole_lines)
                copy_lines<staged_pitch>(to, from);
            else
                copy_bytes(to, from, static_cast<std::size_t>(tile.width * pixel_bytes));
        }
    }

    // Whether all cache lines that the tile touches hold nothing but pixels of its rows.
    bool lies_amid_lines(Box tile) const {
        constexpr auto line = static_cast<std::int64_t>(line_bytes);
        return tile.x * pixel_bytes >= line &&
               (src_.width - tile.x - tile.width) * pixel_bytes >= line;
    }

    // Turns the first `columns` of `rows`, at most a step's.
    template <class Pitch>
    void turn_step(Rows<Pitch> rows, Size columns, RunRows to, PacedFetch& next) {
        runs_.begin(columns, to);
        for (std::int64_t x = 0; x < columns.width; x += block_px)
            turn_block_column(Rows<Pitch>{rows.first + x * pixel_bytes, rows.pitch}, runs_.run(x),
                              columns.height);
        runs_.write(columns, to, dst_.past_caches, next);
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
                           run + i * Runs<Pixels>::pitch + y * pixel_bytes);
        }
    }

    ConstImageView src_;
    Destination dst_;
    bool in_place_;  // whether tiles are read where they are, if blocks are
    // The last block of a row of 3, 6 or 12-byte pixels is read 4 bytes beyond its pixels.
    alignas(line_bytes) std::uint8_t staged_[staged_pitch * Pixels::tile_height_px + block_bytes];
    Runs<Pixels> runs_;
    // For each column of the strip, the destination's line that awaits the next band.
    alignas(line_bytes) std::uint8_t unfinished_[Pixels::strip_width_px * line_bytes];
};

template <class Pixels>
HWY_NOINLINE void turn_in_tiles(ConstImageView src, Destination dst, Box part) {
    TileTurner<Pixels> turner(src, dst);
    turner.turn(part);
}

template <class Pixels>
void turn_tiles(ConstImageView src, Destination dst, Box part) {
    // Where rows begin amid lines, tiles share a line of each row with their neighbours. The longer
    // their rows are, the fewer lines are fetched twice.
    if constexpr (!joins_lines && Pixels::pixel_bytes <= 2)
        if (!rows_begin_with_lines(src)) return turn_in_tiles<FlatTiles<Pixels>>(src, dst, part);
    turn_in_tiles<Pixels>(src, dst, part);
}

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
