#include "gpu/launch_timing.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "tests/gpu_test.hpp"

namespace turntile::gpu {
namespace {

class GpuLaunchTiming : public GpuTest {};

// The figure itself is bench's: this machine may be busy. A tenfold difference is an error.
TEST_F(GpuLaunchTiming, MeasuresTheHostsTime) {
    const LaunchTimes times = time_launches();
    std::printf("microseconds: empty %.2f, tiled %.2f, naive %.2f, batch of one %.2f\n",
                times.empty_us, times.tiled_us, times.naive_us, times.batch_us);
    EXPECT_GT(times.empty_us, 0.1);
    EXPECT_LT(times.empty_us, 100);
    EXPECT_GT(times.tiled_us, 0.5 * times.empty_us);
    EXPECT_LT(times.tiled_us, 10 * times.empty_us);
    EXPECT_LT(times.naive_us, 10 * times.empty_us);
    EXPECT_LT(times.batch_us, 20 * times.empty_us);
}

}  // namespace
}  // namespace turntile::gpu
