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

// The smallest part that is handed to a thread. Squares hold a whole number of tiles of all sizes.
Size smallest_part(ConstImageView src, Turn turn, Method method) {
    if (method == Method::tiled && swaps_axes(turn)) return {256, 256};
    return {src.width, 16};
}

// Calls turn_part for all of `src`, in parts, on the threads of the caller's arena.
void turn_in_parallel(ConstImageView src, Destination dst, TurnPart turn_part, Size unit) {
    const auto turn_units = [=](const tbb::blocked_range2d<std::int64_t>& units) {
        const std::int64_t x = units.cols().begin() * unit.width;
        const std::int64_t y = units.rows().begin() * unit.height;
        turn_part(src, dst,
                  {.x = x,
                   .y = y,
                   .width = std::min(units.cols().end() * unit.width, src.width) - x,
                   .height = std::min(units.rows().end() * unit.height, src.height) - y});
    };
    const tbb::blocked_range2d<std::int64_t> all_units(
        0, (src.height + unit.height - 1) / unit.height,  // rows of units
        0, (src.width + unit.width - 1) / unit.width);
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
