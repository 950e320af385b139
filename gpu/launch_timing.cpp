#include "gpu/launch_timing.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <vector>

#include "gpu/copy.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"

namespace turntile::gpu {
namespace {

constexpr int rounds = 201;
constexpr int calls_in_a_run = 64;  // far fewer than a stream takes before it makes the host wait

using Call = std::function<void(cudaStream_t stream)>;

// Milliseconds of one call, on average over a run.
double time_run(const Call& call, const Stream& stream) {
    stream.synchronize();
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls_in_a_run; ++i)
        call(stream.get());
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    return time.count() / calls_in_a_run;
}

}  // namespace

LaunchTimes time_launches() {
    load_kernels();
    const Stream stream;
    const DeviceImage src(LaunchTimes::side_px, LaunchTimes::side_px, LaunchTimes::pixel_bytes);
    const DeviceImage dst(LaunchTimes::side_px, LaunchTimes::side_px, LaunchTimes::pixel_bytes);
    fill_random_async(src.view().data, src.capacity_bytes(), 1, stream.get());
    const std::vector<BatchItem> items = {{src.view(), dst.view(), Turn::rotate_90}};
    const std::array<Call, 4> calls = {
        [](cudaStream_t on) { launch_nothing_async(on); },
        [&](cudaStream_t on) { turn_async(src.view(), dst.view(), Turn::rotate_90, on); },
        [&](cudaStream_t on) {
            turn_async(src.view(), dst.view(), Turn::rotate_90, Method::naive, on);
        },
        [&](cudaStream_t on) { turn_batch_async(items, on); }};

    std::array<std::vector<double>, calls.size()> samples_ms;
    for (int round = -1; round < rounds; ++round)  // the first warms up
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const double sample_ms = time_run(calls[i], stream);
            if (round >= 0) samples_ms[i].push_back(sample_ms);
        }
    stream.synchronize();
    std::array<double, calls.size()> medians_us{};
    std::transform(samples_ms.begin(), samples_ms.end(), medians_us.begin(),
                   [](std::vector<double>& samples) { return 1000 * median_ms(samples); });
    return {medians_us[0], medians_us[1], medians_us[2], medians_us[3]};
}

}  // namespace turntile::gpu
