// Whether a lane turns a picture as the oracle does.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "gpu/lane.hpp"
#include "tests/reference.hpp"

namespace turntile::gpu {

inline testing::AssertionResult lane_turns_right(Lane& lane, Size size, std::size_t pixel_bytes,
                                                 Turn turn, Method method, std::uint64_t seed) {
    reference::HostImage src(size, pixel_bytes, reference::odd);
    src.fill_random(seed);
    reference::HostImage dst(reference::size_after(size, turn), pixel_bytes, reference::misaligned);
    lane.turn(src.view(), dst.view(), turn, method);
    auto result = reference::same_pixels(reference::turn(src, turn), dst);
    return result ? reference::untouched_outside(dst) : result;
}

}  // namespace turntile::gpu
