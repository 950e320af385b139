#include "turntile/gpu_resources.hpp"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

#include "tests/gpu_test.hpp"
#include "turntile/error.hpp"

namespace turntile::gpu {
namespace {

template <class Owner>
constexpr bool is_move_only =
    std::is_nothrow_move_constructible_v<Owner>&& std::is_nothrow_move_assignable_v<Owner> &&
    !std::is_copy_constructible_v<Owner> && !std::is_copy_assignable_v<Owner> &&
    std::is_nothrow_destructible_v<Owner>;
static_assert(is_move_only<Stream>);
static_assert(is_move_only<Event>);
static_assert(is_move_only<DeviceImage>);
static_assert(is_move_only<PinnedBuffer>);

class GpuResources : public GpuTest {};

TEST_F(GpuResources, StreamsDoNotWaitForTheNullStream) {
    const Stream stream;
    unsigned flags = 0;
    ASSERT_EQ(cudaStreamGetFlags(stream.get(), &flags), cudaSuccess);
    EXPECT_EQ(flags, unsigned{cudaStreamNonBlocking});
}

TEST_F(GpuResources, MovingHandsTheHandleOver) {
    Stream stream;
    cudaStream_t const handle = stream.get();
    Stream other = std::move(stream);
    EXPECT_EQ(other.get(), handle);
    EXPECT_EQ(stream.get(), nullptr);  // NOLINT(bugprone-use-after-move): this is the promise
    other = Stream();
    EXPECT_NE(other.get(), nullptr);
}

TEST_F(GpuResources, EventsTellTheTimeBetweenThem) {
    const Stream stream;
    const Event before;
    const Event after;
    const DeviceImage image(4096, 4096, 16);
    before.record_async(stream.get());
    ASSERT_EQ(cudaMemsetAsync(image.view().data, 1, image.capacity_bytes(), stream.get()),
              cudaSuccess);
    after.record_async(stream.get());
    after.synchronize();
    EXPECT_GT(elapsed_ms(before, after), 0);
}

TEST_F(GpuResources, ImagesHoldTheirRows) {
    const DeviceImage image(101, 7, 3);
    EXPECT_EQ(image.view().size(), (Size{101, 7}));
    EXPECT_EQ(image.view().pixel_bytes, 3U);
    EXPECT_GE(image.view().pitch_bytes, 303U);
    EXPECT_GE(image.capacity_bytes(), image.view().extent_bytes());
    EXPECT_EQ(cudaMemset2D(image.view().data, image.view().pitch_bytes, 1, 303, 7), cudaSuccess);
}

TEST_F(GpuResources, EmptyImagesOwnNothing) {
    EXPECT_EQ(DeviceImage().view().data, nullptr);
    EXPECT_EQ(DeviceImage(0, 9, 3).view().data, nullptr);
    EXPECT_EQ(PinnedBuffer(0).data(), nullptr);
}

TEST_F(GpuResources, PinnedBuffersArePinned) {
    const PinnedBuffer buffer(1000);
    ASSERT_EQ(buffer.size_bytes(), 1000U);
    cudaPointerAttributes attributes = {};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, buffer.data()), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
}

TEST_F(GpuResources, SayWhatCouldNotBeAllocated) {
    try {
        const DeviceImage image(2'000'000'000, 2'000'000, 1);
        FAIL() << "there is no such device";
    } catch (const CudaError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("2000000000x2000000 pixels of 1 bytes"), std::string::npos) << text;
        EXPECT_NE(text.find("device 0"), std::string::npos) << text;
        EXPECT_FALSE(error.is_sticky());
    }
    EXPECT_NE(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace turntile::gpu
