#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "tests/test_image.hpp"
#include "turntile/cpu.hpp"
#include "turntile/opencv.hpp"
#include "turntile/opencv_gpu.hpp"

namespace turntile {
namespace {

TEST(OpencvBridge, SeesARegionOfAMatrixWithoutACopy) {
    cv::Mat whole(20, 30, CV_16UC3);
    cv::Mat region = whole(cv::Rect(4, 5, 7, 6));
    const ImageView seen = view(region);
    EXPECT_EQ(seen.data, whole.ptr<std::uint16_t>(5) + 4 * 3);
    EXPECT_EQ(seen.size(), (Size{7, 6}));
    EXPECT_EQ(seen.pixel_bytes, 6U);
    EXPECT_EQ(seen.pitch_bytes, 180U);
    const cv::Mat& only_read = region;
    EXPECT_EQ(view(only_read).data, seen.data);
}

TEST(OpencvBridge, TurnsAMatrix) {
    const cv::Mat src = (cv::Mat_<std::uint8_t>(2, 3) << 1, 2, 3, 4, 5, 6);
    cv::Mat dst(turned(src.size(), Turn::rotate_90), src.type());
    cpu::turn(view(src), view(dst), Turn::rotate_90);
    const cv::Mat expected = (cv::Mat_<std::uint8_t>(3, 2) << 4, 1, 5, 2, 6, 3);
    EXPECT_EQ(cv::countNonZero(dst != expected), 0);
}

TEST(OpencvBridge, TurnsBoxesAsPixels) {
    const cv::Rect box(1, 2, 3, 4);
    EXPECT_EQ(turned(box, cv::Size(20, 10), Turn::rotate_90), cv::Rect(4, 1, 4, 3));
    EXPECT_EQ(turned(box, cv::Size(20, 10), Turn::none), box);
}

TEST(OpencvBridge, TakesAnEmptyMatrix) {
    EXPECT_TRUE(view(cv::Mat()).empty());
}

TEST(OpencvBridge, RefusesMoreThanTwoDimensions) {
    const std::array sizes = {2, 3, 4};
    cv::Mat block(3, sizes.data(), CV_8U);
    const cv::Mat& only_read = block;
    EXPECT_THROW(view(block), std::invalid_argument);
    EXPECT_THROW(view(only_read), std::invalid_argument);
}

// A header around memory that is never touched: there need be no GPU.
TEST(OpencvBridge, SeesAMatrixOnTheGpu) {
    std::array<std::uint8_t, 64> memory{};
    cv::cuda::GpuMat matrix(2, 3, CV_8UC4, memory.data(), 32);
    const ImageView seen = view(matrix);
    EXPECT_EQ(seen.data, memory.data());
    EXPECT_EQ(seen.size(), (Size{3, 2}));
    EXPECT_EQ(seen.pixel_bytes, 4U);
    EXPECT_EQ(seen.pitch_bytes, 32U);
    const cv::cuda::GpuMat& only_read = matrix;
    EXPECT_EQ(view(only_read).pitch_bytes, 32U);
}

}  // namespace
}  // namespace turntile
