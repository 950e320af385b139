#include "gpu/devices.hpp"

#include <gtest/gtest.h>

#include "tests/gpu_test.hpp"

namespace turntile::gpu {
namespace {

TEST(Devices, AreListedOrMissedWithAReason) {
    const DeviceList list = list_devices();
    EXPECT_EQ(list.devices.empty(), !list.absence.empty());
    EXPECT_NE(list.runtime_cuda.find('.'), std::string::npos);
}

class GpuDevices : public GpuTest {};

TEST_F(GpuDevices, AreDescribed) {
    const DeviceList list = list_devices();
    ASSERT_FALSE(list.devices.empty());
    EXPECT_NE(list.driver_cuda.find('.'), std::string::npos);
    int index = 0;
    for (const Device& device : list.devices) {
        EXPECT_EQ(device.index, index++);
        EXPECT_FALSE(device.name.empty());
        EXPECT_GT(device.memory_bytes, std::size_t{1} << 30U);
        EXPECT_GE(device.compute_major, 5);
        EXPECT_GT(device.multiprocessors, 0);
        EXPECT_GT(device.l2_bytes, 0U);
    }
}

}  // namespace
}  // namespace turntile::gpu
