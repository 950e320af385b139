#include "turntile/dlpack.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/test_image.hpp"
#include "turntile/cpu.hpp"

namespace turntile {
namespace {

constexpr DLDataType u8 = {kDLUInt, 8, 1};
constexpr DLDataType f32 = {kDLFloat, 32, 1};

// A tensor and what it points to. Steps are in samples; without any it is compact.
class Tensor {
  public:
    Tensor(std::vector<std::int64_t> shape, DLDataType type = u8,
           std::vector<std::int64_t> steps = {}, std::uint64_t offset_bytes = 0)
        : shape_(std::move(shape)), steps_(std::move(steps)), memory_(4096) {
        std::iota(memory_.begin(), memory_.end(), std::uint8_t{0});
        tensor_ = {memory_.data(), {kDLCPU, 0},   static_cast<int>(shape_.size()),
                   type,           shape_.data(), steps_.empty() ? nullptr : steps_.data(),
                   offset_bytes};
    }
    Tensor(const Tensor&) = delete;
    Tensor& operator=(const Tensor&) = delete;

    DLTensor& get() { return tensor_; }
    std::uint8_t* memory() { return memory_.data(); }

    // The sample at these indices, by the tensor's own arithmetic.
    std::uint8_t at(std::vector<std::int64_t> indices) const {
        std::int64_t place = 0;
        std::int64_t compact = 1;
        for (std::size_t i = shape_.size(); i-- > 0;) {
            place += indices[i] * (steps_.empty() ? compact : steps_[i]);
            compact *= shape_[i];
        }
        return memory_[tensor_.byte_offset + static_cast<std::size_t>(place)];
    }

  private:
    std::vector<std::int64_t> shape_;
    std::vector<std::int64_t> steps_;
    std::vector<std::uint8_t> memory_;
    DLTensor tensor_{};
};

std::size_t turn_on_cpu(Tensor& src, Tensor& dst, TensorLayout layout,
                        std::span<const Turn> turns) {
    const auto items = turn_items(src.get(), dst.get(), layout, turns);
    for (const auto& item : items)
        cpu::turn(item.src, item.dst, item.turn);
    return items.size();
}

constexpr std::array quarter = {Turn::rotate_90};

// Where sample (y, x) of an image of `height` rows stands after a quarter turn: (x, height-1-y).
TEST(Dlpack, TurnsInterleavedImages) {
    Tensor src({2, 3, 4, 3});
    Tensor dst({2, 4, 3, 3});
    EXPECT_EQ(turn_on_cpu(src, dst, TensorLayout::nhwc, quarter), 2U);
    for (std::int64_t n = 0; n < 2; ++n)
        for (std::int64_t y = 0; y < 3; ++y)
            for (std::int64_t x = 0; x < 4; ++x)
                for (std::int64_t c = 0; c < 3; ++c)
                    ASSERT_EQ(dst.at({n, x, 2 - y, c}), src.at({n, y, x, c}));
}

TEST(Dlpack, TurnsPlanesAsItemsOfOneBatch) {
    Tensor src({2, 3, 3, 4});
    Tensor dst({2, 3, 4, 3});
    EXPECT_EQ(turn_on_cpu(src, dst, TensorLayout::nchw, quarter), 6U);
    for (std::int64_t n = 0; n < 2; ++n)
        for (std::int64_t c = 0; c < 3; ++c)
            for (std::int64_t y = 0; y < 3; ++y)
                for (std::int64_t x = 0; x < 4; ++x)
                    ASSERT_EQ(dst.at({n, c, x, 2 - y}), src.at({n, c, y, x}));
}

TEST(Dlpack, HonoursStridesAndTheOffset) {
    Tensor src({3, 4}, u8, {10, 1}, 7);  // a crop of rows of ten samples
    Tensor dst({4, 3}, u8, {16, 1}, 3);
    ASSERT_EQ(turn_on_cpu(src, dst, TensorLayout::hw, quarter), 1U);
    for (std::int64_t y = 0; y < 3; ++y)
        for (std::int64_t x = 0; x < 4; ++x)
            ASSERT_EQ(dst.at({x, 2 - y}), src.at({y, x}));
}

// PyTorch's channels_last: n, c, h, w in name, interleaved in memory.
TEST(Dlpack, SeesInterleavedPixelsByTheirStrides) {
    Tensor src({1, 3, 2, 4}, u8, {24, 1, 12, 3});
    Tensor dst({1, 3, 4, 2}, u8, {24, 1, 6, 3});
    EXPECT_EQ(turn_on_cpu(src, dst, TensorLayout::nchw, quarter), 1U);
    EXPECT_EQ(dst.at({0, 2, 3, 1}), src.at({0, 2, 0, 3}));
}

TEST(Dlpack, PassesOverStridesOfSingleOnes) {
    Tensor src({1, 1, 2, 3}, u8, {999, 777, 3, 1});
    Tensor dst({1, 1, 3, 2}, u8, {-5, 0, 2, 1});
    EXPECT_EQ(turn_on_cpu(src, dst, TensorLayout::nchw, quarter), 1U);
    EXPECT_EQ(dst.at({0, 0, 0, 1}), src.at({0, 0, 0, 0}));
}

TEST(Dlpack, TurnsEachImageByItsOwnTurn) {
    Tensor src({3, 2, 2, 1});
    Tensor dst({3, 2, 2, 1});
    constexpr std::array turns = {Turn::none, Turn::flip_horizontal, Turn::rotate_180};
    turn_on_cpu(src, dst, TensorLayout::nhwc, turns);
    EXPECT_EQ(dst.at({0, 0, 0, 0}), src.at({0, 0, 0, 0}));
    EXPECT_EQ(dst.at({1, 0, 0, 0}), src.at({1, 0, 1, 0}));
    EXPECT_EQ(dst.at({2, 0, 0, 0}), src.at({2, 1, 1, 0}));
}

TEST(Dlpack, CountsTheBytesOfSamples) {
    Tensor src({5, 7, 4}, f32);
    Tensor dst({7, 5, 4}, f32);
    const auto items = turn_items(src.get(), dst.get(), TensorLayout::hwc, Turn::transpose);
    ASSERT_EQ(items.size(), 1U);
    EXPECT_EQ(items[0].src.pixel_bytes, 16U);
    EXPECT_EQ(items[0].src.pitch_bytes, 7U * 16U);
    EXPECT_EQ(items[0].dst.size(), (Size{5, 7}));
}

TEST(Dlpack, TakesTensorsWithoutImages) {
    Tensor none({0, 3, 4, 5});
    EXPECT_TRUE(turn_items(none.get(), none.get(), TensorLayout::nchw, Turn::none).empty());
    Tensor flat({3, 0, 5});
    Tensor turned_flat({3, 5, 0});
    EXPECT_EQ(turn_on_cpu(flat, turned_flat, TensorLayout::chw, quarter), 3U);
}

TEST(Dlpack, KnowsWhereTensorsAre) {
    Tensor tensor({2, 3});
    for (const auto& [type, on_gpu] : std::vector<std::pair<DLDeviceType, bool>>{
             {kDLCPU, false}, {kDLCUDAHost, false}, {kDLCUDA, true}, {kDLCUDAManaged, true}}) {
        tensor.get().device.device_type = type;
        EXPECT_EQ(is_on_gpu(tensor.get()), on_gpu);
    }
    tensor.get().device.device_type = kDLROCM;
    EXPECT_THROW(is_on_gpu(tensor.get()), std::invalid_argument);
}

// What is refused, and a word of the reason.
struct Refusal {
    const char* name;
    const char* word;
    std::function<void(DLTensor& src, DLTensor& dst)> spoil;
    TensorLayout layout = TensorLayout::nhwc;
};

void PrintTo(const Refusal& refusal, std::ostream* out) {
    *out << refusal.name;
}

class DlpackRefusal : public testing::TestWithParam<Refusal> {};

INSTANTIATE_TEST_SUITE_P(
    All, DlpackRefusal,
    testing::Values(Refusal{"dimensions", "4 dimensions", [](auto&, auto&) {}, TensorLayout::hwc},
                    Refusal{"devices", "another device",
                            [](auto&, auto& dst) {
                                dst.device = {kDLCUDA, 0};
                            }},
                    Refusal{"gpus", "another device",
                            [](auto& src, auto& dst) {
                                src.device = {kDLCUDA, 0};
                                dst.device = {kDLCUDA, 1};
                            }},
                    Refusal{"elsewhere", "device type 8",
                            [](auto& src, auto&) { src.device.device_type = kDLMetal; }},
                    Refusal{"bits", "4 bits", [](auto& src, auto&) { src.dtype.bits = 4; }},
                    Refusal{"samples", "samples", [](auto&, auto& dst) { dst.dtype.bits = 16; }},
                    Refusal{"negative", "negative", [](auto& src, auto&) { src.shape[1] = -1; }},
                    Refusal{"images", "images", [](auto&, auto& dst) { dst.shape[0] = 1; }},
                    Refusal{"upwards", "backwards", [](auto& src, auto&) { src.strides[1] = -12; }},
                    Refusal{"broadcast", "repeat", [](auto& src, auto&) { src.strides[1] = 0; }},
                    Refusal{"repeated", "repeats one image",
                            [](auto&, auto& dst) { dst.strides[0] = 0; }},
                    Refusal{"apart", "not adjacent", [](auto& src, auto&) { src.strides[2] = 4; }}),
    [](const auto& refusal) { return refusal.param.name; });

TEST_P(DlpackRefusal, SaysWhy) {
    Tensor src({2, 3, 4, 3}, u8, {36, 12, 3, 1});
    Tensor dst({2, 3, 4, 3}, u8, {36, 12, 3, 1});
    GetParam().spoil(src.get(), dst.get());
    try {
        turn_items(src.get(), dst.get(), GetParam().layout, Turn::none);
        FAIL() << "it was not refused";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find(GetParam().word), std::string::npos)
            << error.what();
    }
}

TEST(Dlpack, RefusesAnotherNumberOfTurns) {
    Tensor tensor({3, 2, 2, 1});
    constexpr std::array turns = {Turn::none, Turn::rotate_180};
    EXPECT_THROW(turn_items(tensor.get(), tensor.get(), TensorLayout::nhwc, turns),
                 std::invalid_argument);
}

}  // namespace
}  // namespace turntile
