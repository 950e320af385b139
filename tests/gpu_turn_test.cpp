#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "gpu/copy.hpp"
#include "tests/gpu_test.hpp"
#include "tests/reference.hpp"
#include "turntile/error.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"

namespace turntile {
namespace {

using reference::DeviceBytes;
using reference::DeviceCopy;
using reference::HostImage;
using reference::Layout;

constexpr std::array methods = {Method::naive, Method::tiled};

// Turns `src` on the device into a poisoned image and compares it with the oracle's.
testing::AssertionResult turns_right(HostImage& src, Turn turn, Method method, Layout dst_layout) {
    HostImage dst(reference::size_after(src.size(), turn), src.pixel_bytes(), dst_layout);
    const DeviceCopy device_src(src);
    const DeviceCopy device_dst(dst);
    const gpu::Stream stream;
    gpu::turn_async(device_src.view(), device_dst.view(), turn, method, stream.get());
    stream.synchronize();
    device_dst.download();
    auto result = reference::same_pixels(reference::turn(src, turn), dst);
    if (result) result = reference::untouched_outside(dst);
    if (!result)
        result << " (" << name(turn) << " of " << testing::PrintToString(src.size()) << " into "
               << dst_layout.name << ")";
    return result;
}

class GpuTurns : public GpuTest,
                 public testing::WithParamInterface<std::tuple<std::size_t, Method>> {
  protected:
    std::size_t pixel_bytes() const { return std::get<0>(GetParam()); }
    Method method() const { return std::get<1>(GetParam()); }

    // Tries every turn of an image in every pair of layouts whose numbers differ by `shift`.
    void try_layouts(Size size, std::size_t shift) const {
        for (std::size_t i = 0; i < reference::layouts.size(); ++i) {
            const Layout& src_layout = reference::layouts[i];
            HostImage src(size, pixel_bytes(), src_layout);
            src.fill_random(i + 1);
            for (const Turn turn : all_turns)
                ASSERT_TRUE(
                    turns_right(src, turn, method(),
                                reference::layouts[(i + shift) % reference::layouts.size()]))
                    << "from " << src_layout.name;
        }
    }
};

std::string parameter_name(const testing::TestParamInfo<GpuTurns::ParamType>& info) {
    return std::to_string(std::get<0>(info.param)) + "_bytes_" + name(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(All, GpuTurns,
                         testing::Combine(testing::ValuesIn(reference::pixel_sizes),
                                          testing::ValuesIn(methods)),
                         parameter_name);

TEST_P(GpuTurns, MatchTheOracleAtSmallSizes) {
    std::size_t shift = 0;
    for (const Size size : reference::small_sizes)
        try_layouts(size, shift++);
}

TEST_P(GpuTurns, MatchTheOracleInEveryPairOfLayouts) {
    for (std::size_t shift = 0; shift < reference::layouts.size(); ++shift)
        try_layouts({67, 35}, shift);
}

// The oracle takes its time at these sizes: each image is tried in one layout only.
TEST_P(GpuTurns, MatchTheOracleAtLargeSizes) {
    bool odd = false;
    for (const Size size : reference::large_sizes) {
        const Layout& layout = odd ? reference::misaligned : reference::padded;
        odd = !odd;
        HostImage src(size, pixel_bytes(), layout);
        src.fill_random(7);
        for (const Turn turn : {Turn::rotate_180, Turn::rotate_90, Turn::rotate_270})
            ASSERT_TRUE(turns_right(src, turn, method(), layout)) << "from " << layout.name;
    }
}

// Small images take small tiles. These are large enough for the others, and a batch's never shrink.
TEST_P(GpuTurns, MatchTheOracleWithFullTiles) {
    const Size size = pixel_bytes() == 1  ? Size{3001, 2803}
                      : pixel_bytes() < 4 ? Size{2101, 2003}
                                          : Size{1501, 1403};
    for (const Layout& layout : {reference::padded, reference::misaligned}) {
        HostImage src(size, pixel_bytes(), layout);
        src.fill_random(11);
        ASSERT_TRUE(turns_right(src, Turn::rotate_90, method(), layout)) << "from " << layout.name;
    }
}

TEST_P(GpuTurns, MatchTheOracleInBatchesOfOne) {
    for (std::size_t i = 0; i < reference::small_sizes.size(); ++i) {
        const Layout& src_layout = reference::layouts[i % reference::layouts.size()];
        HostImage src(reference::small_sizes[i], pixel_bytes(), src_layout);
        src.fill_random(i + 1);
        for (const Layout& dst_layout : reference::layouts)
            for (const Turn turn : all_turns) {
                HostImage dst(reference::size_after(src.size(), turn), pixel_bytes(), dst_layout);
                const DeviceCopy device_src(src);
                const DeviceCopy device_dst(dst);
                const std::array items = {
                    gpu::BatchItem{device_src.view(), device_dst.view(), turn}};
                gpu::turn_batch_async(items, method(), nullptr);
                device_dst.download();
                ASSERT_TRUE(reference::same_pixels(reference::turn(src, turn), dst))
                    << name(turn) << " from " << src_layout.name << " into " << dst_layout.name;
                ASSERT_TRUE(reference::untouched_outside(dst)) << name(turn);
            }
    }
}

TEST_P(GpuTurns, MatchThePicturesDrawnByHand) {
    for (const auto& [turn, rows] : reference::turned_pictures) {
        HostImage src = reference::image_of(reference::upright_picture, pixel_bytes());
        const HostImage expected = reference::image_of(rows, pixel_bytes());
        HostImage dst(expected.size(), pixel_bytes(), reference::misaligned);
        const DeviceCopy device_src(src);
        const DeviceCopy device_dst(dst);
        gpu::turn_async(device_src.view(), device_dst.view(), turn, method(), nullptr);
        device_dst.download();
        EXPECT_TRUE(reference::same_pixels(expected, dst)) << name(turn);
    }
}

// Memory that ends with the last pixel, and starts with the first or one byte before it: what a
// memory checker needs.
TEST_P(GpuTurns, StayWithinTheirMemory) {
    const Size size = {45, 37};
    for (const std::size_t offset : {0, 1})
        for (const Turn turn : all_turns) {
            ImageView src{nullptr, size.width, size.height, pixel_bytes(), 0};
            src.pitch_bytes = src.row_bytes();
            ImageView dst = src;
            dst.width = turned(size, turn).width;
            dst.height = turned(size, turn).height;
            dst.pitch_bytes = dst.row_bytes();
            const DeviceBytes src_memory(src.extent_bytes() + offset);
            const DeviceBytes dst_memory(dst.extent_bytes() + offset);
            src.data = src_memory.get() + offset;
            dst.data = dst_memory.get() + offset;
            gpu::turn_async(src, dst, turn, method(), nullptr);
            EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess) << name(turn);
        }
}

TEST_P(GpuTurns, TakeMoreTileRowsThanAGridIsHigh) {
    if (pixel_bytes() != 1 && pixel_bytes() != 3) GTEST_SKIP() << "1 and 3 bytes stand for all";
    for (const Size size : {Size{2, 65536 * 32 + 5}, Size{65536 * 32 + 5, 2}}) {
        HostImage src(size, pixel_bytes());
        src.fill_random(3);
        for (const Turn turn : {Turn::rotate_180, Turn::rotate_90})
            ASSERT_TRUE(turns_right(src, turn, method(), reference::tight));
    }
}

// Two rows and two columns of an image, whole and part, are turned within it.
TEST_P(GpuTurns, TurnPartsOfAnImage) {
    HostImage whole({90, 70}, pixel_bytes(), reference::odd);
    whole.fill_random(9);
    HostImage part({41, 33}, pixel_bytes());
    for (std::int64_t y = 0; y < part.size().height; ++y)
        std::memcpy(part.view().row(y), whole.pixel({5, y + 3}), part.view().row_bytes());
    const DeviceCopy device(whole);
    ImageView window = device.view();
    window.data = window.row(3) + 5 * pixel_bytes();
    window.width = part.size().width;
    window.height = part.size().height;
    for (const Turn turn : all_turns) {
        HostImage dst(reference::size_after(part.size(), turn), pixel_bytes(), reference::odd);
        const DeviceCopy device_dst(dst);
        gpu::turn_async(window, device_dst.view(), turn, method(), nullptr);
        device_dst.download();
        EXPECT_TRUE(reference::same_pixels(reference::turn(part, turn), dst)) << name(turn);
        EXPECT_TRUE(reference::untouched_outside(dst)) << name(turn);
    }
}

class GpuTurn : public GpuTest {};

// A line of pixels in device memory, along a row or a column.
std::vector<std::byte> download_line(ImageView image, Point first, bool column) {
    const auto count = static_cast<std::size_t>(column ? image.height : image.width);
    const std::size_t step = column ? image.pitch_bytes : image.pixel_bytes;
    std::vector<std::byte> line(count * image.pixel_bytes);
    gpu::check(
        cudaMemcpy2D(line.data(), image.pixel_bytes,
                     image.row(first.y) + static_cast<std::size_t>(first.x) * image.pixel_bytes,
                     step, image.pixel_bytes, count, cudaMemcpyDeviceToHost),
        "downloading a line");
    return line;
}

// Whether source row `row` stands where the oracle puts it.
void expect_row_in_place(ImageView src, ImageView dst, Turn turn, std::int64_t row) {
    const reference::Fate fate = reference::fate_of_top_row(turn);
    const Point first = reference::place(fate, row, 0, dst.size());
    const bool column = reference::rows_become_columns(turn);
    const std::vector<std::byte> from = download_line(src, {0, row}, false);
    const std::vector<std::byte> to =
        download_line(dst, column ? Point{first.x, 0} : Point{0, first.y}, column);
    const std::size_t pixel = src.pixel_bytes;
    for (std::int64_t x = 0; x < src.width; ++x) {
        const Point at = reference::place(fate, row, x, dst.size());
        const auto along = static_cast<std::size_t>(column ? at.y : at.x);
        ASSERT_EQ(std::memcmp(from.data() + static_cast<std::size_t>(x) * pixel,
                              to.data() + along * pixel, pixel),
                  0)
            << name(turn) << ", pixel (" << x << ", " << row << ")";
    }
}

TEST_F(GpuTurn, ReachesBeyondTwoGibibytes) {
    const Size size = {46'000, 47'000};
    const gpu::DeviceImage src(size.width, size.height, 1);
    const gpu::DeviceImage dst(size.height, size.height, 1);  // fits every turn
    gpu::fill_random_async(src.view().data, src.capacity_bytes(), 5, nullptr);
    for (const Method method : methods)
        for (const Turn turn : all_turns) {
            ImageView to = dst.view();
            to.width = turned(size, turn).width;
            to.height = turned(size, turn).height;
            ASSERT_EQ(cudaMemset(to.data, 0xDB, dst.capacity_bytes()), cudaSuccess);
            gpu::turn_async(src.view(), to, turn, method, nullptr);
            ASSERT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
            for (std::int64_t row = 0; row < size.height; row += 4'699)
                expect_row_in_place(src.view(), to, turn, row);
            expect_row_in_place(src.view(), to, turn, size.height - 1);
        }
}

// What may be captured neither allocates nor synchronises.
TEST_F(GpuTurn, OnlyEnqueues) {
    gpu::load_kernels();
    for (const std::size_t pixel_bytes : reference::pixel_sizes)
        for (const Method method : methods) {
            HostImage src({37, 21}, pixel_bytes);
            src.fill_random(2);
            HostImage dst({21, 37}, pixel_bytes);
            const DeviceCopy device_src(src);
            const DeviceCopy device_dst(dst);
            const gpu::Stream stream;
            cudaGraph_t graph = nullptr;
            cudaGraphExec_t ready = nullptr;
            ASSERT_EQ(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeGlobal),
                      cudaSuccess);
            gpu::turn_async(device_src.view(), device_dst.view(), Turn::rotate_90, method,
                            stream.get());
            ASSERT_EQ(cudaStreamEndCapture(stream.get(), &graph), cudaSuccess);
            ASSERT_EQ(cudaGraphInstantiate(&ready, graph, 0), cudaSuccess);
            EXPECT_EQ(cudaGraphLaunch(ready, stream.get()), cudaSuccess);
            stream.synchronize();
            device_dst.download();
            EXPECT_TRUE(reference::same_pixels(reference::turn(src, Turn::rotate_90), dst));
            EXPECT_EQ(cudaGraphExecDestroy(ready), cudaSuccess);
            EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
        }
}

TEST_F(GpuTurn, LeavesTheLastErrorAndTheDeviceAlone) {
    HostImage src({5, 4}, 3);
    HostImage dst({4, 5}, 3);
    const DeviceCopy device_src(src);
    const DeviceCopy device_dst(dst);
    int device = -1;
    ASSERT_EQ(cudaGetDevice(&device), cudaSuccess);
    ASSERT_EQ(cudaSetDevice(9999), cudaErrorInvalidDevice);
    for (const Method method : methods) {
        gpu::turn_async(device_src.view(), device_dst.view(), Turn::rotate_90, method, nullptr);
        EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    }
    gpu::load_kernels();
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    int after = -1;
    EXPECT_EQ(cudaGetDevice(&after), cudaSuccess);
    EXPECT_EQ(after, device);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(GpuTurn, DoesNothingForAnEmptyImage) {
    const ImageView empty{nullptr, 0, 7, 3, 0};
    const ImageView turned_empty{nullptr, 7, 0, 3, 32};
    for (const Method method : methods)
        EXPECT_NO_THROW(gpu::turn_async(empty, turned_empty, Turn::rotate_90, method, nullptr));
}

TEST_F(GpuTurn, ThrowsWhatTheCheckThrows) {
    HostImage src({5, 4}, 3);
    const ImageView view = src.view();
    ImageView wrong_pixel = view;
    wrong_pixel.pixel_bytes = 5;
    for (const Method method : methods) {
        EXPECT_THROW(gpu::turn_async(view, view, Turn::none, method, nullptr),
                     std::invalid_argument);
        EXPECT_THROW(gpu::turn_async(wrong_pixel, wrong_pixel, Turn::none, method, nullptr),
                     std::invalid_argument);
        EXPECT_THROW(gpu::turn_async(view, view, static_cast<Turn>(9), method, nullptr),
                     std::invalid_argument);
    }
}

// A stream that captures refuses work that must not be captured; here the launch itself is refused
// because the capture was broken.
TEST_F(GpuTurn, ThrowsWhenTheLaunchIsRefused) {
    HostImage src({5, 4}, 3);
    HostImage dst({4, 5}, 3);
    const DeviceCopy device_src(src);
    const DeviceCopy device_dst(dst);
    gpu::load_kernels();
    const gpu::Stream stream;
    cudaGraph_t graph = nullptr;
    ASSERT_EQ(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_NE(cudaStreamSynchronize(stream.get()), cudaSuccess);  // breaks the capture
    try {
        gpu::turn_async(device_src.view(), device_dst.view(), Turn::rotate_90, stream.get());
        ADD_FAILURE() << "the launch was not refused";
    } catch (const CudaError& error) {
        EXPECT_FALSE(error.is_sticky());
        EXPECT_NE(std::string(error.what()).find("launching"), std::string::npos) << error.what();
    }
    EXPECT_NE(cudaStreamEndCapture(stream.get(), &graph), cudaSuccess);
    EXPECT_NE(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace turntile
