#include "turntile/turner.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "tests/reference.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using reference::HostImage;

TEST(TurnerOnTheCpu, TurnsAndReports) {
    Turner turner({.backend = BackendChoice::cpu});
    EXPECT_STREQ(turner.backend(), "cpu");
    HostImage src({70, 41}, 3);
    src.fill_random(1);
    for (const Turn turn : all_turns) {
        for (const Method method : {Method::naive, Method::tiled}) {
            HostImage dst(turned(src.size(), turn), 3, reference::odd);
            const TurnReport report = turner.turn(src.view(), dst.view(), turn, method);
            EXPECT_TRUE(reference::same_pixels(reference::turn(src, turn), dst)) << name(turn);
            EXPECT_EQ(report.device, -1);
            EXPECT_EQ(report.bytes_moved, 2U * 70 * 41 * 3);
            EXPECT_EQ(report.upload_ms, 0);
            EXPECT_TRUE(report.fallback.empty());
        }
    }
}

TEST(TurnerOnTheCpu, TurnsThePlanesOfAPictureTogether) {
    Turner turner({.backend = BackendChoice::cpu});
    HostImage luma({70, 41}, 1), chroma({35, 21}, 1);
    luma.fill_random(1);
    chroma.fill_random(2);
    HostImage turned_luma({41, 70}, 1), turned_chroma({21, 35}, 1);
    const std::array<PlanePair, 2> planes = {PlanePair{luma.view(), turned_luma.view()},
                                             {chroma.view(), turned_chroma.view()}};
    const TurnReport report = turner.turn(planes, Turn::rotate_90);
    EXPECT_TRUE(reference::same_pixels(reference::turn(luma, Turn::rotate_90), turned_luma));
    EXPECT_TRUE(reference::same_pixels(reference::turn(chroma, Turn::rotate_90), turned_chroma));
    EXPECT_EQ(report.bytes_moved, 2U * (70 * 41 + 35 * 21));
}

TEST(TurnerOnTheCpu, ServesManyThreads) {
    Turner turner({.backend = BackendChoice::cpu});
    const auto work = [&turner](std::uint64_t seed) {
        for (int i = 0; i < 20; ++i) {
            HostImage src({300, 200}, 4);
            HostImage dst({200, 300}, 4);
            src.fill_random(seed);
            turner.turn(src.view(), dst.view(), Turn::rotate_270);
            ASSERT_TRUE(reference::same_pixels(reference::turn(src, Turn::rotate_270), dst));
        }
    };
    std::thread one(work, 1), two(work, 2);
    one.join();
    two.join();
}

TEST(TurnerOnTheCpu, GivesPictureMemoryWithAlignedRows) {
    Turner turner({.backend = BackendChoice::cpu});
    const auto memory = turner.picture_memory();
    for (const std::int64_t width : {1, 100, 4096, 1365}) {
        const ImageView view = memory->allocate(width, 7, 3);
        EXPECT_EQ(view.width, width);
        EXPECT_EQ(view.height, 7);
        EXPECT_GE(view.pitch_bytes, view.row_bytes());
        EXPECT_EQ(view.pitch_bytes % 64, 0U);
        EXPECT_EQ(view.pitch_bytes / 64 % 2, 1U) << "a column would lie in few sets of the cache";
        std::memset(view.data, 0xA5, view.extent_bytes());
    }
}

TEST(TurnerOnTheCpu, LendsTheMemoryOfAReleasedPlaneAgain) {
    Turner turner({.backend = BackendChoice::cpu});
    const auto memory = turner.picture_memory(), other = turner.picture_memory();
    const ImageView released = memory->allocate(1000, 700, 1);
    const ImageView kept = memory->allocate(1000, 700, 1);
    memory->release(released);
    const ImageView next = other->allocate(1000, 700, 1);
    EXPECT_EQ(next.data, released.data);
    EXPECT_NE(next.data, kept.data);
    EXPECT_NE(other->allocate(1000, 700, 1).data, kept.data) << "is still on loan";
}

TEST(TurnerOnTheCpu, TakesPlanesApart) {
    EXPECT_FALSE(Turner({.backend = BackendChoice::cpu}).takes_planes_together());
}

TEST(TurnerOnTheCpu, MeasuresACopy) {
    Turner turner({.backend = BackendChoice::cpu});
    EXPECT_GT(turner.copy_gbps(8'000'000), 0.1);
}

TEST(TurnerOnTheCpu, PassesTheCallersMistakeOn) {
    Turner turner({.backend = BackendChoice::cpu});
    HostImage src({4, 3}, 3), dst({4, 3}, 3);
    EXPECT_THROW(turner.turn(src.view(), dst.view(), Turn::rotate_90), std::invalid_argument);
}

TEST(Turner, SaysWhyItTookTheCpu) {
    Turner turner;
    if (std::string(turner.backend()) == "cuda") GTEST_SKIP() << "there is a GPU";
    EXPECT_FALSE(turner.why_cpu().empty());
    EXPECT_THROW(Turner({.backend = BackendChoice::cuda}), CudaError);
}

}  // namespace
}  // namespace turntile
