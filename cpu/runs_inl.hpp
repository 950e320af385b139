// The destination's side of turns that swap the axes: each column of a tile of the source becomes a
// run of a row. Compiled once for each target.
#if defined(TURNTILE_CPU_RUNS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_RUNS_INL_HPP
#undef TURNTILE_CPU_RUNS_INL_HPP
#else
#define TURNTILE_CPU_RUNS_INL_HPP
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "cpu/joined_lines_inl.hpp"
#include "cpu/lines_inl.hpp"
#include "cpu/paced_fetch_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

/// Where the runs of successive columns go.
struct RunRows {
    std::uint8_t* to;           ///< the first column's run
    std::ptrdiff_t per_column;  ///< bytes from there to the next column's
    /// The first column's line that awaits the next band. The next column's lies behind it.
    std::uint8_t* unfinished;
    RunPlace place;

    RunRows from_column(std::int64_t x) const {
        return {to + x * per_column, per_column,
                unfinished + x * static_cast<std::ptrdiff_t>(line_bytes), place};
    }
    void advance() {
        to += per_column;
        unfinished += line_bytes;
    }
};

/// The runs of a step: of as many columns as are turned before the first of them is written.
template <class Pixels>
class Runs {
  public:
    /// How many columns: loads of bytes that were stored in two pieces just before would wait for
    /// both.
    static constexpr std::int64_t step_px = 16;
    /// Bytes from one run to the next: room for the line before it, and for the last vector's bytes
    /// that do not count. A power of two, at multiples of which each run's room begins: none lies
    /// across two pages, where stores are slow on AMD.
    static constexpr auto pitch = static_cast<std::ptrdiff_t>(
        std::bit_ceil(line_bytes + Pixels::tile_height_px * Pixels::pixel_bytes + vector_bytes));
    static_assert(pitch <= 4096);

    /// Column number `x` of the step as a run.
    std::uint8_t* run(std::int64_t x) {
        return runs_ + x * pitch + static_cast<std::ptrdiff_t>(line_bytes);
    }

    /// Begins to load the lines that the first and the last run of a row fill in part. Stores to
    /// lines that are not in the cache would hold up all that follow.
    HWY_INLINE static void fetch_ends(Size columns, RunRows rows) {
        if (rows.place.first || rows.place.last) fetch_ends_of_each(columns, rows);
    }

    /// To be called before the step's columns are turned.
    HWY_INLINE void begin(Size columns, RunRows rows) {
        if (!rows.place.first && !(joins_lines && in_middle(rows.place)))
            put_unfinished_before(columns.width, rows);
    }

    /// Writes the step's columns, while what comes next is fetched.
    HWY_INLINE void write(Size columns, RunRows rows, bool past_caches, PacedFetch& next) {
        if (in_middle(rows.place))
            write_in_middle(columns.width, rows, past_caches, next);
        else
            write_anywhere(columns, rows, past_caches, next);
    }

  private:
    static constexpr auto pixel_bytes = static_cast<std::ptrdiff_t>(Pixels::pixel_bytes);
    static constexpr std::ptrdiff_t whole_bytes = Pixels::tile_height_px * pixel_bytes;
    // Only the last run of a row is shorter: `write_run` may count on a line's end in the first.
    static_assert(whole_bytes >= static_cast<std::ptrdiff_t>(line_bytes));

    // Whether the runs have others on both sides. They are whole then.
    static bool in_middle(RunPlace place) { return !place.first && !place.last; }

    // A function of its own: few steps need it, and what is inlined takes registers from all.
    HWY_NOINLINE static void fetch_ends_of_each(Size columns, RunRows rows) {
        for (std::int64_t x = 0; x < columns.width; ++x, rows.advance()) {
            const std::uint8_t* const end = rows.to + columns.height * pixel_bytes;
            if (rows.place.first && offset_in_line(rows.to) > 0) fetch_to_write(rows.to);
            if (rows.place.last && offset_in_line(end) > 0) fetch_to_write(end);
        }
    }

    // For all columns of the step before the first is written: a load of bytes that were stored
    // just before would wait for all stores to the destination, too.
    HWY_INLINE void put_unfinished_before(std::int64_t columns, RunRows rows) {
        for (std::int64_t x = 0; x < columns; ++x, rows.advance())
            if (offset_in_line(rows.to) > 0) copy_line(run(x) - line_bytes, rows.unfinished);
    }

    HWY_INLINE void write_in_middle(std::int64_t columns, RunRows rows, bool past_caches,
                                    PacedFetch& next) {
        for (std::int64_t x = 0; x < columns; ++x, rows.advance()) {
            next.some();
            write_middle_run<whole_bytes>(rows.to, run(x), rows.unfinished, past_caches);
        }
    }

    HWY_INLINE void write_anywhere(Size columns, RunRows rows, bool past_caches, PacedFetch& next) {
        const auto bytes = static_cast<std::size_t>(columns.height * pixel_bytes);
        for (std::int64_t x = 0; x < columns.width; ++x, rows.advance()) {
            next.some();
            write_run(rows.to, run(x), bytes, rows.place, rows.unfinished, past_caches);
        }
    }

    alignas(pitch) std::uint8_t runs_[pitch * step_px];
};

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
