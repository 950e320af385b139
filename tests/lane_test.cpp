#include "gpu/lane.hpp"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/gpu_test.hpp"
#include "tests/lane_check.hpp"
#include "tests/reference.hpp"
#include "turntile/error.hpp"

namespace turntile::gpu {
namespace {

using reference::HostImage;

class GpuLane : public GpuTest {};

TEST_F(GpuLane, TurnsPicturesInPageableMemory) {
    Lane lane(0);
    for (const std::size_t pixel_bytes : reference::pixel_sizes)
        for (const Turn turn : all_turns)
            for (const Method method : {Method::naive, Method::tiled})
                EXPECT_TRUE(lane_turns_right(lane, {301, 123}, pixel_bytes, turn, method, 3))
                    << pixel_bytes << " bytes, " << name(turn) << ", " << name(method);
}

// Four planes of a picture, the middle two smaller; the last may have larger pixels.
testing::AssertionResult turns_planes_right(Lane& lane, std::size_t last_pixel_bytes, Turn turn) {
    std::vector<HostImage> srcs, dsts;
    const std::vector<Size> sizes = {{301, 123}, {151, 62}, {151, 62}, {301, 123}};
    std::vector<PlanePair> planes;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::size_t pixel_bytes = i == 3 ? last_pixel_bytes : 1;
        srcs.emplace_back(sizes[i], pixel_bytes, reference::odd);
        srcs.back().fill_random(i + 1);
        dsts.emplace_back(reference::size_after(sizes[i], turn), pixel_bytes,
                          reference::misaligned);
    }
    for (std::size_t i = 0; i < sizes.size(); ++i)
        planes.push_back({srcs[i].view(), dsts[i].view()});
    lane.turn(planes, turn, Method::tiled);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        auto same = reference::same_pixels(reference::turn(srcs[i], turn), dsts[i]);
        if (!same) return same << " in plane " << i;
        if (auto kept = reference::untouched_outside(dsts[i]); !kept) return kept;
    }
    return testing::AssertionSuccess();
}

TEST_F(GpuLane, TurnsThePlanesOfAPictureTogether) {
    Lane lane(0);
    for (const Turn turn : all_turns)
        for (const std::size_t last_pixel_bytes : {1U, 3U})
            EXPECT_TRUE(turns_planes_right(lane, last_pixel_bytes, turn)) << name(turn);
}

TEST_F(GpuLane, TurnsNothingWhereEveryPlaneIsEmpty) {
    Lane lane(0);
    const PlanePair empty{};
    EXPECT_EQ(lane.turn(std::span(&empty, 1), Turn::rotate_90, Method::tiled).turn_ms, 0);
}

TEST_F(GpuLane, TurnsPicturesInPinnedMemoryWithoutStaging) {
    HostImage src({200, 99}, 3);
    src.fill_random(4);
    HostImage dst({99, 200}, 3);
    const PinnedBuffer pinned_src(src.storage().size());
    const PinnedBuffer pinned_dst(dst.storage().size());
    std::ranges::copy(src.storage(), pinned_src.data());
    std::ranges::copy(dst.storage(), pinned_dst.data());
    Lane lane(0);
    lane.turn(src.view_in(pinned_src.data()), dst.view_in(pinned_dst.data()), Turn::rotate_90,
              Method::tiled);
    std::copy_n(pinned_dst.data(), dst.storage().size(), dst.storage().data());
    EXPECT_TRUE(reference::same_pixels(reference::turn(src, Turn::rotate_90), dst));
    EXPECT_TRUE(reference::untouched_outside(dst));
    EXPECT_EQ(lane.pinned_bytes(), 0U);
}

TEST_F(GpuLane, StagesOnlyTheSideThatIsPageable) {
    HostImage src({200, 99}, 3);
    src.fill_random(4);
    HostImage dst({99, 200}, 3);
    const PinnedBuffer pinned_src(src.storage().size());
    std::ranges::copy(src.storage(), pinned_src.data());
    Lane lane(0);
    lane.turn(src.view_in(pinned_src.data()), dst.view(), Turn::rotate_270, Method::tiled);
    EXPECT_TRUE(reference::same_pixels(reference::turn(src, Turn::rotate_270), dst));
    EXPECT_EQ(lane.pinned_bytes(), src.view().pixels_bytes());
}

TEST_F(GpuLane, MeasuresEachStep) {
    HostImage src({3000, 2000}, 3);
    HostImage dst({2000, 3000}, 3);
    Lane lane(0);
    const LaneTimes times = lane.turn(src.view(), dst.view(), Turn::rotate_90, Method::tiled);
    EXPECT_GT(times.upload_ms, 0.05);  // 18 MB take 0.3 ms at 60 GB/s
    EXPECT_GT(times.turn_ms, 0);
    EXPECT_GT(times.download_ms, 0.05);
}

TEST_F(GpuLane, HoldsWhatItsLargestPictureNeeded) {
    Lane lane(0);
    EXPECT_EQ(lane.device_bytes(), 0U);
    EXPECT_TRUE(lane_turns_right(lane, {1000, 800}, 4, Turn::transpose, Method::tiled, 1));
    const std::size_t held = lane.device_bytes();
    EXPECT_GE(held, 2U * 1000 * 800 * 4);
    EXPECT_LE(held, 2U * 1000 * 800 * 4 * 3 / 2);
    EXPECT_TRUE(lane_turns_right(lane, {500, 900}, 3, Turn::transverse, Method::tiled, 2));
    EXPECT_EQ(lane.device_bytes(), held);
    EXPECT_TRUE(lane_turns_right(lane, {1, 300'000}, 1, Turn::rotate_90, Method::tiled, 3));
    EXPECT_EQ(lane.device_bytes(), held);
    lane.release_memory();
    EXPECT_EQ(lane.device_bytes() + lane.pinned_bytes(), 0U);
    EXPECT_TRUE(lane_turns_right(lane, {50, 90}, 3, Turn::rotate_90, Method::tiled, 4));
}

TEST_F(GpuLane, IsUsableAfterMemoryRanOut) {
    Lane lane(0);
    // There are no such pixels, and none is touched: device memory runs out first.
    const ConstImageView src{reinterpret_cast<void*>(4096), 1 << 21, 1 << 21, 16, 1 << 25};
    const ImageView dst{reinterpret_cast<void*>(4096 + src.extent_bytes()), 1 << 21, 1 << 21, 16,
                        1 << 25};
    try {
        lane.turn(src, dst, Turn::rotate_90, Method::tiled);
        FAIL() << "there is no such device";
    } catch (const CudaError& error) {
        EXPECT_TRUE(error.is_out_of_memory()) << error.what();
        EXPECT_FALSE(error.is_sticky());
    }
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(lane.device_bytes(), 0U);
    EXPECT_TRUE(lane_turns_right(lane, {50, 90}, 3, Turn::rotate_90, Method::tiled, 4));
}

TEST_F(GpuLane, ThrowsWhatTheCheckThrows) {
    Lane lane(0);
    HostImage src({5, 4}, 3);
    EXPECT_THROW(lane.turn(src.view(), src.view(), Turn::none, Method::tiled),
                 std::invalid_argument);
    EXPECT_THROW(Lane(9999), CudaError);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

}  // namespace
}  // namespace turntile::gpu
