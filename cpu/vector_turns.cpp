// Compiled once for each target: Highway includes this file again and again.
#include "cpu/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/vector_turns.cpp"
#include <hwy/foreach_target.h>
// The order matters from here on.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <stdexcept>
#include <string>

#include "cpu/vector_turns.hpp"

#if HWY_TARGET == HWY_SCALAR
#include "cpu/naive.hpp"
#include "cpu/plain_tiles.hpp"
#else
#include "cpu/rows_inl.hpp"
#include "cpu/tiles_inl.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

template <class Pixels>
TurnPart find(Turn turn) {
    if (swaps_axes(turn)) return turn_tiles_plainly<Pixels>;
    return steps(turn).mirror_x ? turn_naively<Pixels::pixel_bytes> : copy_rows;
}

#else

// Publishes what was written past the caches.
template <TurnPart turn_part>
void turn_and_flush(ConstImageView src, Destination dst, Box part) {
    turn_part(src, dst, part);
    if (dst.past_caches) hwy::FlushStream();
}

template <class Pixels>
TurnPart find(Turn turn) {
    if (swaps_axes(turn)) return turn_and_flush<turn_tiles<Pixels>>;
    return steps(turn).mirror_x ? turn_and_flush<reverse_rows<Pixels>> : turn_and_flush<write_rows>;
}

#endif

TurnPart find_turn(std::size_t pixel_bytes, Turn turn) {
    switch (pixel_bytes) {
        case 1: return find<PixelTraits<1>>(turn);
        case 2: return find<PixelTraits<2>>(turn);
        case 3: return find<PixelTraits<3>>(turn);
        case 4: return find<PixelTraits<4>>(turn);
        case 6: return find<PixelTraits<6>>(turn);
        case 8: return find<PixelTraits<8>>(turn);
        case 12: return find<PixelTraits<12>>(turn);
        case 16: return find<PixelTraits<16>>(turn);
        default:
            throw std::invalid_argument("turn: no pixel has " + std::to_string(pixel_bytes) +
                                        " bytes");
    }
}

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace turntile::cpu {

HWY_EXPORT(find_turn);

TurnPart vector_turn(std::size_t pixel_bytes, Turn turn) {
    return HWY_DYNAMIC_DISPATCH(find_turn)(pixel_bytes, turn);
}

}  // namespace turntile::cpu

#endif
