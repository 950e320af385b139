#include "gpu/placement.hpp"

#include <gtest/gtest.h>

#include "tests/test_image.hpp"

namespace turntile::gpu {
namespace {

TEST(Placement, AgreesWithTheTurnOfEveryPoint) {
    const Size source = {5, 3};
    for (const Turn turn : all_turns) {
        const Size size = turned(source, turn);
        const ImageView dst{nullptr, size.width, size.height, 3, 40};
        const Placement place = placement(source, dst, turn);
        for (std::int64_t y = 0; y < source.height; ++y)
            for (std::int64_t x = 0; x < source.width; ++x) {
                const Point at = turned(Point{x, y}, source, turn);
                EXPECT_EQ(place.origin_bytes + x * place.step_x_bytes + y * place.step_y_bytes,
                          at.y * 40 + at.x * 3)
                    << name(turn) << " of (" << x << ", " << y << ")";
            }
    }
}

TEST(Placement, KeepsLargeOffsets) {
    const ImageView dst{nullptr, 200'000'000, 200'000'000, 16, 3'200'000'000};
    const Placement place = placement(dst.size(), dst, Turn::rotate_180);
    EXPECT_EQ(place.origin_bytes, std::int64_t{199'999'999} * 3'200'000'016);
}

TEST(Placement, FindsRowsThatAreAligned) {
    alignas(16) std::byte memory[32] = {};
    EXPECT_TRUE(rows_aligned(ConstImageView{memory, 4, 2, 4, 16}, 16));
    EXPECT_FALSE(rows_aligned(ConstImageView{memory + 4, 4, 2, 4, 16}, 16));
    EXPECT_TRUE(rows_aligned(ConstImageView{memory + 4, 4, 2, 4, 16}, 4));
    EXPECT_FALSE(rows_aligned(ConstImageView{memory, 4, 2, 4, 18}, 4));
}

}  // namespace
}  // namespace turntile::gpu
