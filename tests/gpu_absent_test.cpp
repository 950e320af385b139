// What the GPU's calls do where there is no GPU: this program hides any that there is.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "gpu/devices.hpp"
#include "tests/test_image.hpp"
#include "turntile/error.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"

namespace turntile {
namespace {

class GpuAbsent : public testing::Test {
  protected:
    // CUDA reads it at its first call.
    static void SetUpTestSuite() { setenv("CUDA_VISIBLE_DEVICES", "-1", 1); }
};

TEST_F(GpuAbsent, IsSaidInAWord) {
    const gpu::DeviceList list = gpu::list_devices();
    EXPECT_TRUE(list.devices.empty());
    EXPECT_NE(list.absence, "");
}

TEST_F(GpuAbsent, IsACudaErrorOfEveryCall) {
    const reference::HostImage src({3, 2}, 3);
    const reference::HostImage dst({2, 3}, 3);
    const std::array items = {gpu::BatchItem{src.view(), dst.view(), Turn::rotate_90}};
    EXPECT_THROW(gpu::load_kernels(), CudaError);
    EXPECT_THROW(gpu::Stream(), CudaError);
    EXPECT_THROW(gpu::Event(), CudaError);
    EXPECT_THROW(gpu::DeviceImage(3, 2, 1), CudaError);
    EXPECT_THROW(gpu::PinnedBuffer(10), CudaError);
    for (const Method method : {Method::naive, Method::tiled}) {
        EXPECT_THROW(gpu::turn_async(src.view(), dst.view(), Turn::rotate_90, method, nullptr),
                     CudaError);
        EXPECT_THROW(gpu::turn_batch_async(items, method, nullptr), CudaError);
    }
}

TEST_F(GpuAbsent, IsNamedInTheMessage) {
    try {
        gpu::load_kernels();
        FAIL() << "kernels were loaded";
    } catch (const CudaError& error) {
        EXPECT_NE(std::string(error.what()).find("loading a kernel"), std::string::npos)
            << error.what();
        EXPECT_FALSE(error.is_out_of_memory());
        EXPECT_NE(error.code(), 0);
    }
}

// The caller's mistakes are found before CUDA is asked for anything.
TEST_F(GpuAbsent, HidesNoMistake) {
    const reference::HostImage image({3, 2}, 3);
    EXPECT_THROW(gpu::turn_async(image.view(), image.view(), Turn::none, nullptr),
                 std::invalid_argument);
    EXPECT_NO_THROW(gpu::turn_batch_async({}, nullptr));
}

}  // namespace
}  // namespace turntile
