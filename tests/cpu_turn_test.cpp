#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "tests/guarded_memory.hpp"
#include "tests/reference.hpp"
#include "turntile/cpu.hpp"

namespace turntile {
namespace {

using reference::Against;
using reference::GuardedMemory;
using reference::HostImage;
using reference::Layout;

constexpr Method methods[] = {Method::naive, Method::tiled};

// Turns a random image and compares it with the oracle's; the memory around it must stay.
void check(Size size, std::size_t pixel_bytes, Turn turn, Method method, const Layout& src_layout,
           const Layout& dst_layout) {
    HostImage src(size, pixel_bytes, src_layout);
    src.fill_random(static_cast<std::uint64_t>(size.width * 1000 + size.height));
    const HostImage dst(reference::size_after(size, turn), pixel_bytes, dst_layout);
    const HostImage expected = reference::turn(src, turn);
    cpu::turn(src.view(), dst.view(), turn, method);
    ASSERT_TRUE(reference::same_pixels(expected, dst));
    ASSERT_TRUE(reference::untouched_outside(dst));
}

class CpuTurn : public testing::TestWithParam<std::tuple<Turn, std::size_t, Method>> {
  protected:
    void check(Size size, const Layout& src_layout, const Layout& dst_layout) const {
        SCOPED_TRACE(testing::PrintToString(size) + " from " + src_layout.name + " to " +
                     dst_layout.name);
        const auto [turn, pixel_bytes, method] = GetParam();
        turntile::check(size, pixel_bytes, turn, method, src_layout, dst_layout);
    }
};

TEST_P(CpuTurn, MatchesTheOracleInEveryLayout) {
    for (const Size size : reference::small_sizes)
        for (std::size_t i = 0; i < reference::layouts.size(); ++i)
            ASSERT_NO_FATAL_FAILURE(
                check(size, reference::layouts.at(i),
                      reference::layouts.at((i + 3) % reference::layouts.size())));
}

TEST_P(CpuTurn, MatchesTheOracleOnLargeImages) {
    for (const Size size : reference::large_sizes)
        ASSERT_NO_FATAL_FAILURE(check(size, reference::odd, reference::misaligned));
}

std::string case_name(const testing::TestParamInfo<CpuTurn::ParamType>& info) {
    const auto [turn, pixel_bytes, method] = info.param;
    return std::string(name(turn)) + "_" + std::to_string(pixel_bytes) + "_bytes_" + name(method);
}

INSTANTIATE_TEST_SUITE_P(Each, CpuTurn,
                         testing::Combine(testing::ValuesIn(all_turns),
                                          testing::ValuesIn(reference::pixel_sizes),
                                          testing::ValuesIn(methods)),
                         case_name);

TEST(CpuTurnPictures, AreTurnedAsDrawn) {
    for (const auto& [turn, rows] : reference::turned_pictures)
        for (const Method method : methods) {
            const auto src = reference::image_of(reference::upright_picture, 3, reference::odd);
            const auto expected = reference::image_of(rows, 3);
            const HostImage dst(expected.size(), 3, reference::padded);
            cpu::turn(src.view(), dst.view(), turn, method);
            EXPECT_TRUE(reference::same_pixels(expected, dst)) << name(turn) << " " << name(method);
        }
}

TEST(CpuTurnSource, StaysAsItWas) {
    HostImage src({65, 33}, 6, reference::misaligned);
    src.fill_random(5);
    const std::vector<std::byte> before(src.storage().begin(), src.storage().end());
    for (const Turn turn : all_turns)
        for (const Method method : methods) {
            const HostImage dst(reference::size_after(src.size(), turn), 6);
            cpu::turn(src.view(), dst.view(), turn, method);
            EXPECT_TRUE(std::equal(before.begin(), before.end(), src.storage().begin()))
                << name(turn) << " " << name(method);
        }
}

TEST(CpuTurnDefault, IsTiled) {
    HostImage src({40, 70}, 4);
    src.fill_random(5);
    const HostImage dst({70, 40}, 4);
    cpu::turn(src.view(), dst.view(), Turn::rotate_270);
    EXPECT_TRUE(reference::same_pixels(reference::turn(src, Turn::rotate_270), dst));
}

// Reads past the end of an image cannot be seen in the result, but do not survive a guard page.
TEST(CpuTurnMemory, NeitherReadsNorWritesBeyondThePixels) {
    const GuardedMemory src_memory(1 << 20);
    const GuardedMemory dst_memory(1 << 20);
    for (const Size size : {Size{1, 1}, Size{33, 31}, Size{63, 65}, Size{129, 127}})
        for (const std::size_t pixel_bytes : reference::pixel_sizes)
            for (const Turn turn : all_turns)
                for (const Method method : methods)
                    for (const Against edge : {Against::begin, Against::end}) {
                        HostImage image(size, pixel_bytes);
                        image.fill_random(9);
                        const HostImage expected = reference::turn(image, turn);
                        const ImageView src = view_against(edge, src_memory, image);
                        const ImageView dst = view_against(edge, dst_memory, expected);
                        reference::copy_pixels(image.view(), src);
                        cpu::turn(src, dst, turn, method);
                        ASSERT_TRUE(reference::equal_pixels(expected.view(), dst))
                            << name(turn) << " " << pixel_bytes << " " << name(method);
                    }
}

// Rows 1.5 GiB apart: offsets need more than 32 bits, memory only the pages that hold pixels.
TEST(CpuTurnMemory, ReachesOffsetsBeyondFourGigabytes) {
    constexpr std::size_t pitch_bytes = std::size_t{3} << 29;
    constexpr Size size = {7, 5};
    const GuardedMemory src_memory(pitch_bytes * 5);
    const GuardedMemory dst_memory(pitch_bytes * 7);
    HostImage image(size, 3);
    image.fill_random(11);
    const ImageView src = {.data = src_memory.begin(),
                           .width = size.width,
                           .height = size.height,
                           .pixel_bytes = 3,
                           .pitch_bytes = pitch_bytes};
    for (std::int64_t y = 0; y < size.height; ++y)
        std::copy_n(image.view().row(y), src.row_bytes(), src.row(y));
    for (const Turn turn : all_turns)
        for (const Method method : methods) {
            const HostImage expected = reference::turn(image, turn);
            const ImageView dst = {.data = dst_memory.begin(),
                                   .width = expected.size().width,
                                   .height = expected.size().height,
                                   .pixel_bytes = 3,
                                   .pitch_bytes = pitch_bytes};
            cpu::turn(src, dst, turn, method);
            for (std::int64_t y = 0; y < dst.height; ++y) {
                EXPECT_TRUE(
                    std::equal(dst.row(y), dst.row(y) + dst.row_bytes(), expected.view().row(y)))
                    << name(turn) << " " << name(method) << " row " << y;
                std::fill_n(dst.row(y), dst.row_bytes(), std::byte{0});
            }
        }
}

TEST(CpuTurnEmpty, TouchesNothing) {
    const HostImage memory({8, 8}, 1);
    for (const Method method : methods)
        for (const Turn turn : all_turns) {
            ImageView src = memory.view();
            src.width = 0;
            ImageView dst = memory.view();
            (swaps_axes(turn) ? dst.height : dst.width) = 0;
            EXPECT_NO_THROW(cpu::turn(src, dst, turn, method)) << name(turn);
        }
    EXPECT_TRUE(reference::same_pixels(HostImage({8, 8}, 1), memory));
}

TEST(CpuTurnMistake, ThrowsAndWritesNothing) {
    HostImage src({4, 3}, 3);
    src.fill_random(1);
    const HostImage dst({4, 3}, 3);
    EXPECT_THROW(cpu::turn(src.view(), dst.view(), Turn::rotate_90, Method::tiled),
                 std::invalid_argument);
    EXPECT_THROW(cpu::turn(src.view(), dst.view(), static_cast<Turn>(9), Method::naive),
                 std::invalid_argument);
    ImageView five = dst.view();
    five.pixel_bytes = 5;
    EXPECT_THROW(cpu::turn(five, five, Turn::none, Method::tiled), std::invalid_argument);
    EXPECT_TRUE(reference::same_pixels(HostImage({4, 3}, 3), dst));
    EXPECT_THROW(cpu::turn(src.view(), src.view(), Turn::rotate_180, Method::naive),
                 std::invalid_argument);
}

TEST(CpuTurnSubImage, TurnsIntoItsNeighbourInOnePitch) {
    HostImage sheet({64, 32}, 2, reference::padded);
    sheet.fill_random(3);
    HostImage left({32, 32}, 2);
    for (std::int64_t y = 0; y < 32; ++y)
        std::copy_n(sheet.view().row(y), 64, left.view().row(y));
    ImageView src = sheet.view();
    src.width = 32;
    ImageView dst = src;
    dst.data = sheet.pixel({32, 0});
    cpu::turn(src, dst, Turn::transverse, Method::tiled);
    const HostImage expected = reference::turn(left, Turn::transverse);
    for (std::int64_t y = 0; y < 32; ++y) {
        EXPECT_TRUE(std::equal(dst.row(y), dst.row(y) + 64, expected.view().row(y))) << y;
        EXPECT_TRUE(std::equal(src.row(y), src.row(y) + 64, left.view().row(y))) << y;
    }
    EXPECT_TRUE(reference::untouched_outside(sheet));
}

TEST(CpuTurnConcurrency, ManyThreadsMayCallAtOnce) {
    constexpr int callers = 8;
    std::vector<testing::AssertionResult> results(callers, testing::AssertionFailure());
    std::vector<std::thread> threads;
    for (int i = 0; i < callers; ++i)
        threads.emplace_back([i, &result = results.at(static_cast<std::size_t>(i))] {
            HostImage src({500 + i, 701}, 4);
            src.fill_random(static_cast<std::uint64_t>(i + 1));
            const Turn turn = all_turns.at(static_cast<std::size_t>(i));
            const HostImage dst(reference::size_after(src.size(), turn), 4);
            for (int again = 0; again < 5; ++again)
                cpu::turn(src.view(), dst.view(), turn,
                          again % 2 == 0 ? Method::tiled : Method::naive);
            result = reference::same_pixels(reference::turn(src, turn), dst);
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const auto& result : results)
        EXPECT_TRUE(result);
}

// A thread that waits for its turn's other parts must not begin another of its caller's tasks: that
// would hold up the first one, and nest without bound.
TEST(CpuTurnConcurrency, TakesUpNoTaskOfItsCallerMeanwhile) {
    thread_local bool turning = false;
    std::atomic<int> tasks_run = 0;
    std::atomic<int> nested = 0;
    std::atomic<bool> done = false;
    int tasks = 0;
    tbb::task_arena arena(4);
    std::thread caller([&] {
        for (; !done; ++tasks) {
            arena.enqueue([&] {
                if (turning) ++nested;
                ++tasks_run;
            });
            if (tasks % 16 == 0) std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    });
    const HostImage src({700, 701}, 1);
    const HostImage dst({701, 700}, 1);
    arena.execute([&] {
        turning = true;
        for (int i = 0; i < 200; ++i)
            cpu::turn(src.view(), dst.view(), Turn::rotate_90, Method::tiled);
        turning = false;
    });
    done = true;
    caller.join();
    while (tasks_run < tasks)
        std::this_thread::yield();
    EXPECT_GT(tasks, 0);
    EXPECT_EQ(nested, 0);
}

}  // namespace
}  // namespace turntile
