#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "cpu/destination.hpp"
#include "cpu/naive.hpp"
#include "cpu/vector_turns.hpp"
#include "turntile/cpu.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::cpu {
namespace {

TurnPart naive_turn(std::size_t pixel_bytes, Turn turn) {
    if (turn == Turn::none) return copy_rows;
    switch (pixel_bytes) {
        case 1: return turn_naively<1>;
        case 2: return turn_naively<2>;
        case 3: return turn_naively<3>;
        case 4: return turn_naively<4>;
        case 6: return turn_naively<6>;
        case 8: return turn_naively<8>;
        case 12: return turn_naively<12>;
        case 16: return turn_naively<16>;
        default:
            throw std::invalid_argument("turn: no pixel has " + std::to_string(pixel_bytes) +
                                        " bytes");
    }
}

// Below this many bytes of pixels, handing parts to other threads costs more than it saves.
constexpr std::size_t parallel_from_bytes = 256 * 1024;

// From this many bytes of pixels on, the tiled method writes past the caches. Smaller images that
// are used at once are read back faster than the memory gives them.
constexpr std::size_t past_caches_from_bytes = 2 * 1024 * 1024;

// How many parts an image has, beside and below one another.
Size count_parts(ConstImageView src, Size part) {
    return {(src.width + part.width - 1) / part.width,
            (src.height + part.height - 1) / part.height};
}

// Runs that a part writes to the destination's rows are at least this long: each ends within two
// cache lines that another run writes too, which cost as much as several whole ones.
constexpr std::int64_t part_run_bytes = 16 * 1024;

// The smallest part that is handed to a thread. Turns that swap the axes take whole numbers of
// tiles, as wide as leaves each thread some parts: wide ones share the source's pages.
Size smallest_part(ConstImageView src, Turn turn, Method method) {
    if (method == Method::naive || !swaps_axes(turn)) return {src.width, 16};
    const std::int64_t run_px = part_run_bytes / static_cast<std::int64_t>(src.pixel_bytes);
    Size part = {1024, run_px / 256 * 256};
    const std::int64_t wanted = 4 * tbb::this_task_arena::max_concurrency();
    while (part.width > 64 && count_parts(src, part).width * count_parts(src, part).height < wanted)
        part.width /= 2;
    return part;
}

// Calls turn_part for all of `src`, in parts, on the threads of the caller's arena. Parts begin a
// whole number of units from where the destination's rows begin: as its cache lines do.
void turn_in_parallel(ConstImageView src, Destination dst, TurnPart turn_part, Size unit) {
    const auto turn_units = [=](const tbb::blocked_range2d<std::int64_t>& range) {
        const std::int64_t left = range.cols().begin() * unit.width;
        const std::int64_t right = std::min(range.cols().end() * unit.width, src.width);
        const std::int64_t begin = range.rows().begin() * unit.height;
        const std::int64_t end = std::min(range.rows().end() * unit.height, src.height);
        turn_part(src, dst,
                  {.x = left,
                   .y = dst.per_y < 0 ? src.height - end : begin,
                   .width = right - left,
                   .height = end - begin});
    };
    const Size units = count_parts(src, unit);
    const tbb::blocked_range2d<std::int64_t> all_units(0, units.height, 0, units.width);
    // Isolated: a thread that waits here must not take up another stage of its caller's work.
    tbb::this_task_arena::isolate([&] { tbb::parallel_for(all_units, turn_units); });
}

}  // namespace

void turn(ConstImageView src, ImageView dst, Turn turn, Method method) {
    check_turn(src, dst, turn);
    if (src.empty()) return;
    const bool tiled = method == Method::tiled;
    const TurnPart turn_part =
        tiled ? vector_turn(src.pixel_bytes, turn) : naive_turn(src.pixel_bytes, turn);
    Destination to = destination(dst, turn);
    to.past_caches = tiled && src.pixels_bytes() >= past_caches_from_bytes;
    if (src.pixels_bytes() < parallel_from_bytes)
        turn_part(src, to, {.width = src.width, .height = src.height});
    else
        turn_in_parallel(src, to, turn_part, smallest_part(src, turn, method));
}

}  // namespace turntile::cpu
