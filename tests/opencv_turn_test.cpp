#include <gtest/gtest.h>

#include <stdexcept>

#include "pipeline/opencv_turn.hpp"
#include "tests/reference.hpp"

namespace turntile {
namespace {

using reference::HostImage;

TEST(OpencvTurn, TurnsAsTheOracleDoes) {
    for (const std::size_t pixel_bytes : reference::pixel_sizes)
        for (const Turn turn : all_turns) {
            HostImage src({33, 20}, pixel_bytes, reference::padded);
            src.fill_random(1);
            const HostImage dst(reference::size_after(src.size(), turn), pixel_bytes,
                                reference::padded);
            turn_by_opencv(src.view(), dst.view(), turn);
            EXPECT_TRUE(reference::same_pixels(reference::turn(src, turn), dst))
                << name(turn) << " " << pixel_bytes;
            EXPECT_TRUE(reference::untouched_outside(dst));
        }
}

TEST(OpencvTurn, RefusesOtherPixelSizes) {
    ImageView five = {.pixel_bytes = 5};
    EXPECT_THROW(turn_by_opencv(five, five, Turn::none), std::invalid_argument);
}

}  // namespace
}  // namespace turntile
