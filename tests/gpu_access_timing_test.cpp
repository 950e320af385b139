#include "gpu/access_timing.hpp"

#include <array>
#include <bit>
#include <chrono>
#include <stdexcept>

#include "tests/gpu_test.hpp"

namespace turntile::gpu {
namespace {

using Kernel = AccessKernel;

constexpr AccessDevice small = {.footprint_bytes = std::size_t{64} << 20};

class GpuAccessTiming : public GpuTest {};

TEST_F(GpuAccessTiming, KnowsTheDevice) {
    const AccessDevice device = access_device();
    EXPECT_GT(device.l2_bytes, 0U);
    EXPECT_TRUE(device.fetch_bytes == 32 || device.fetch_bytes == 64 || device.fetch_bytes == 128);
    EXPECT_TRUE(std::has_single_bit(device.footprint_bytes));
}

TEST_F(GpuAccessTiming, SeesThatStridesCost) {
    const std::array rows = {AccessCase{.stride = 1}, AccessCase{.stride = 16}};
    const AccessDevice device = access_device();
    const std::vector<double> ms = time_accesses(rows, device);
    ASSERT_EQ(ms.size(), 2U);
    const double gbps_1 = access_useful_bytes(rows[0], device) / ms[0];
    const double gbps_16 = access_useful_bytes(rows[1], device) / ms[1];
    EXPECT_GT(gbps_1, 4 * gbps_16);
}

// Every kind of row, in one call each way.
TEST_F(GpuAccessTiming, RunsAllKindsOfRows) {
    std::vector<AccessCase> rows;
    for (int kernel = 0; kernel <= static_cast<int>(Kernel::copy); ++kernel) {
        AccessCase row = {.kernel = static_cast<Kernel>(kernel)};
        if (row.kernel >= Kernel::naive_writes) row.side = 1024;
        rows.push_back(row);
    }
    const auto start = std::chrono::steady_clock::now();
    const std::vector<double> ms = time_accesses(rows, small);
    ASSERT_EQ(ms.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        EXPECT_GT(ms[i], 0) << i;
    EXPECT_NO_THROW(run_accesses_once(rows, small));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(GpuAccessTiming, RefusesWhatTheMemoryCannotHold) {
    const std::array<AccessCase, 1> large = {{{.kernel = Kernel::naive_reads, .side = 8192}}};
    EXPECT_THROW(time_accesses(large, small), std::invalid_argument);
    const std::array<AccessCase, 1> odd = {{{.kernel = Kernel::naive_reads, .side = 33}}};
    EXPECT_THROW(run_accesses_once(odd, small), std::invalid_argument);
    const std::array<AccessCase, 1> far = {{{.stride = 1 << 20}}};
    EXPECT_THROW(time_accesses(far, small), std::invalid_argument);
}

}  // namespace
}  // namespace turntile::gpu
