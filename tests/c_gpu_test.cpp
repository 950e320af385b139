// The C interface's calls on a GPU.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "tests/gpu_test.hpp"
#include "tests/reference.hpp"
#include "turntile/turntile.h"

namespace turntile {
namespace {

using reference::DeviceCopy;
using reference::HostImage;

turntile_image c_image(ImageView view) {
    return {view.data, view.width, view.height, view.pixel_bytes, view.pitch_bytes};
}

class CGpu : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        ASSERT_EQ(turntile_gpu_load_kernels(), TURNTILE_OK) << turntile_last_error();
    }
};

TEST_F(CGpu, TurnsOnAStream) {
    HostImage src({37, 21}, 3);
    src.fill_random(1);
    HostImage dst({21, 37}, 3);
    const DeviceCopy device_src(src);
    const DeviceCopy device_dst(dst);
    const turntile_image from = c_image(device_src.view());
    const turntile_image to = c_image(device_dst.view());
    const gpu::Stream stream;
    ASSERT_EQ(turntile_gpu_turn_async(&from, &to, TURNTILE_ROTATE_90, stream.get()), TURNTILE_OK)
        << turntile_last_error();
    stream.synchronize();
    device_dst.download();
    EXPECT_TRUE(reference::same_pixels(reference::turn(src, Turn::rotate_90), dst));
}

// More than are handed on at a time.
TEST_F(CGpu, TurnsABatch) {
    constexpr std::size_t count = 600;
    std::deque<HostImage> images;
    std::deque<DeviceCopy> copies;
    std::vector<turntile_batch_item> items;
    for (std::size_t i = 0; i < count; ++i) {
        const Turn turn = all_turns[i % all_turns.size()];
        HostImage& src = images.emplace_back(Size{5, 3}, 4);
        src.fill_random(i + 1);
        HostImage& dst = images.emplace_back(reference::size_after({5, 3}, turn), 4);
        const ImageView from = copies.emplace_back(src).view();
        const ImageView to = copies.emplace_back(dst).view();
        items.push_back({c_image(from), c_image(to), static_cast<std::int32_t>(turn)});
    }
    const gpu::Stream stream;
    ASSERT_EQ(turntile_gpu_turn_batch_async(items.data(), count, stream.get()), TURNTILE_OK)
        << turntile_last_error();
    stream.synchronize();
    for (std::size_t i = 0; i < count; ++i) {
        copies[2 * i + 1].download();
        ASSERT_TRUE(reference::same_pixels(
            reference::turn(images[2 * i], all_turns[i % all_turns.size()]), images[2 * i + 1]))
            << "image " << i;
    }
}

TEST_F(CGpu, EnqueuesNothingIfAnItemIsWrong) {
    HostImage src({5, 3}, 4);
    src.fill_random(1);
    HostImage dst({5, 3}, 4);
    const DeviceCopy device_src(src);
    const DeviceCopy device_dst(dst);
    const turntile_batch_item right = {c_image(device_src.view()), c_image(device_dst.view()),
                                       TURNTILE_ROTATE_180};
    std::vector<turntile_batch_item> items(513, right);  // the wrong one would be handed on later
    items.back().turn = 9;
    EXPECT_EQ(turntile_gpu_turn_batch_async(items.data(), items.size(), nullptr),
              TURNTILE_INVALID_ARGUMENT);
    items.back() = right;
    items.back().src.pixel_bytes = 3;
    items.back().dst.pixel_bytes = 3;
    EXPECT_EQ(turntile_gpu_turn_batch_async(items.data(), items.size(), nullptr),
              TURNTILE_INVALID_ARGUMENT);
    EXPECT_EQ(turntile_gpu_turn_batch_async(nullptr, 1, nullptr), TURNTILE_INVALID_ARGUMENT);
    EXPECT_EQ(turntile_gpu_turn_batch_async(nullptr, 0, nullptr), TURNTILE_OK);
    EXPECT_EQ(turntile_gpu_turn_async(nullptr, &right.dst, TURNTILE_NONE, nullptr),
              TURNTILE_INVALID_ARGUMENT);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    device_dst.download();
    EXPECT_FALSE(reference::same_pixels(reference::turn(src, Turn::rotate_180), dst));
}

}  // namespace
}  // namespace turntile
