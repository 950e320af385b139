// The tiled method on every kind of vector that this machine has.
#include "cpu/vector_targets.hpp"

// The order matters from here on.
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "cpu/vector_turns.hpp"
#include "tests/guarded_memory.hpp"
#include "tests/poisoned_gaps.hpp"
#include "tests/reference.hpp"
#include "turntile/cpu.hpp"

namespace turntile {
namespace {

using reference::Against;
using reference::GuardedMemory;
using reference::HostImage;
using reference::Layout;
using reference::PoisonedGaps;

// All that Highway may choose from here; the last is the one without vectors.
std::vector<std::int64_t> targets() {
    std::vector<std::int64_t> found;
    for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1)
        found.push_back(rest & -rest);
    return found;
}

// Makes Highway choose this target; 0 lets it choose again.
void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
}

class VectorTurn : public testing::TestWithParam<std::int64_t> {
  protected:
    void SetUp() override { choose(GetParam()); }
    void TearDown() override { choose(0); }
};

std::string target_name(const testing::TestParamInfo<std::int64_t>& info) {
    return hwy::TargetName(info.param);
}

INSTANTIATE_TEST_SUITE_P(On, VectorTurn, testing::ValuesIn(targets()), target_name);

TEST(VectorTurns, AreCompiledForEachTarget) {
    std::set<cpu::TurnPart> found;
    for (const std::int64_t target : targets()) {
        choose(target);
        found.insert(cpu::vector_turn(3, Turn::rotate_90));
    }
    choose(0);
    EXPECT_EQ(found.size(), targets().size());
}

// From one pixel to several tiles, bands and strips of every pixel size: none a multiple of them;
// then whole tiles alone, whose rows lie well in the caches, and rows that lie badly there.
constexpr std::array sizes = {Size{1, 1},    Size{5, 3},     Size{17, 70},  Size{67, 33},
                              Size{61, 613}, Size{1103, 41}, Size{64, 256}, Size{512, 70}};

// Turns all of `src` in four parts, as threads would, with edges that no tile has.
void turn_in_parts(ConstImageView src, ImageView dst, Turn turn, bool past_caches) {
    cpu::Destination to = cpu::destination(dst, turn);
    to.past_caches = past_caches;
    const cpu::TurnPart turn_part = cpu::vector_turn(src.pixel_bytes, turn);
    const std::int64_t x = src.width * 3 / 7;
    const std::int64_t y = src.height * 4 / 7;
    turn_part(src, to, {.x = 0, .y = 0, .width = x, .height = y});
    turn_part(src, to, {.x = x, .y = 0, .width = src.width - x, .height = y});
    turn_part(src, to, {.x = 0, .y = y, .width = x, .height = src.height - y});
    turn_part(src, to, {.x = x, .y = y, .width = src.width - x, .height = src.height - y});
}

TEST_P(VectorTurn, MatchesTheOracleBetweenGuardPages) {
    const GuardedMemory src_memory(1 << 20);
    const GuardedMemory dst_memory(1 << 20);
    for (const Size size : sizes)
        for (const std::size_t pixel_bytes : reference::pixel_sizes) {
            HostImage image(size, pixel_bytes);
            image.fill_random(9);
            for (const Turn turn : all_turns) {
                const HostImage expected = reference::turn(image, turn);
                for (const Against edge : {Against::begin, Against::end}) {
                    const ImageView src = view_against(edge, src_memory, image);
                    const ImageView dst = view_against(edge, dst_memory, expected);
                    reference::copy_pixels(image.view(), src);
                    cpu::turn(src, dst, turn, Method::tiled);
                    ASSERT_TRUE(reference::equal_pixels(expected.view(), dst))
                        << name(turn) << " of " << testing::PrintToString(size) << ", "
                        << pixel_bytes << " bytes";
                }
            }
        }
}

TEST_P(VectorTurn, MatchesTheOracleInPartsAndLeavesThePadding) {
    for (const Size size : sizes)
        for (const std::size_t pixel_bytes : reference::pixel_sizes) {
            HostImage src(size, pixel_bytes, reference::odd);
            src.fill_random(7);
            for (const Turn turn : all_turns) {
                const HostImage expected = reference::turn(src, turn);
                for (const bool past_caches : {false, true})
                    for (const Layout& layout : {reference::padded, reference::misaligned}) {
                        const HostImage dst(expected.size(), pixel_bytes, layout);
                        turn_in_parts(src.view(), dst.view(), turn, past_caches);
                        ASSERT_TRUE(reference::same_pixels(expected, dst))
                            << name(turn) << " of " << testing::PrintToString(size)
                            << (past_caches ? " past the caches" : "");
                        ASSERT_TRUE(reference::untouched_outside(dst));
                    }
            }
        }
}

// Other threads may write there.
TEST_P(VectorTurn, TouchesNothingBetweenRows) {
    constexpr Layout apart = {"apart", 1, 203, 37};
    for (const Size size : sizes)
        for (const std::size_t pixel_bytes : reference::pixel_sizes) {
            HostImage src(size, pixel_bytes, apart);
            src.fill_random(5);
            for (const Turn turn : all_turns) {
                const HostImage expected = reference::turn(src, turn);
                const HostImage dst(expected.size(), pixel_bytes, apart);
                {
                    const PoisonedGaps of_src(src.view());
                    const PoisonedGaps of_dst(dst.view());
                    turn_in_parts(src.view(), dst.view(), turn, true);
                }
                ASSERT_TRUE(reference::same_pixels(expected, dst)) << name(turn);
            }
        }
}

// The threads meet within cache lines: each writes its own bytes of them alone.
TEST_P(VectorTurn, MatchesTheOracleOnManyThreads) {
    for (const std::size_t pixel_bytes : reference::pixel_sizes) {
        HostImage src({1500, 1201}, pixel_bytes, reference::odd);
        src.fill_random(pixel_bytes);
        for (const Turn turn : {Turn::rotate_90, Turn::rotate_270, Turn::rotate_180}) {
            const HostImage dst(reference::size_after(src.size(), turn), pixel_bytes,
                                reference::misaligned);
            cpu::turn(src.view(), dst.view(), turn, Method::tiled);
            ASSERT_TRUE(reference::same_pixels(reference::turn(src, turn), dst)) << name(turn);
            ASSERT_TRUE(reference::untouched_outside(dst));
        }
    }
}

TEST_P(VectorTurn, RefusesOtherPixelSizes) {
    EXPECT_THROW(cpu::vector_turn(5, Turn::rotate_90), std::invalid_argument);
}

}  // namespace
}  // namespace turntile
