#include "gpu/timed_steps.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "gpu/check.hpp"
#include "turntile/gpu_resources.hpp"
#include "turntile/turn_timing.hpp"

namespace turntile::gpu {
namespace {

constexpr int most_rounds = 21;
constexpr int fewest_rounds = 5;
constexpr double budget_ms = 400;

// The order of the steps in `rounds` rounds, drawn anew for each: a kernel pays for what its
// predecessor left in the cache to be written back, so no step may follow the same one always.
std::vector<std::size_t> draw_order(std::size_t steps, std::size_t rounds) {
    std::vector<std::size_t> round(steps);
    std::iota(round.begin(), round.end(), std::size_t{0});
    std::mt19937 random(1);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rounds; ++i) {
        std::shuffle(round.begin(), round.end(), random);
        order.insert(order.end(), round.begin(), round.end());
    }
    return order;
}

// Enqueues `rounds` rounds of all steps at once and returns each step's times.
std::vector<std::vector<double>> time_rounds(const std::vector<Step>& steps, int rounds,
                                             const std::function<void(cudaStream_t)>& prepare) {
    const Stream stream;
    const auto order = draw_order(steps.size(), static_cast<std::size_t>(rounds));
    const std::vector<Event> events(order.size() + 1);
    prepare(stream.get());
    events[0].record_async(stream.get());
    for (std::size_t turn = 0; turn < order.size(); ++turn) {
        steps[order[turn]](turn, stream.get());
        events[turn + 1].record_async(stream.get());
    }
    stream.synchronize();

    std::vector<std::vector<double>> times(steps.size());
    for (std::size_t turn = 0; turn < order.size(); ++turn)
        times[order[turn]].push_back(elapsed_ms(events[turn], events[turn + 1]));
    return times;
}

}  // namespace

std::vector<double> median_times(const std::vector<Step>& steps,
                                 const std::function<void(cudaStream_t)>& prepare) {
    double round_ms = 0;
    for (const auto& of_step : time_rounds(steps, 2, prepare))
        round_ms += of_step.back();
    const int affordable = static_cast<int>(std::min(budget_ms / round_ms, double{most_rounds}));
    const int rounds = std::max(fewest_rounds, affordable);
    std::vector<double> medians;
    for (auto& of_step : time_rounds(steps, rounds, prepare))
        medians.push_back(median_ms(of_step));
    return medians;
}

std::size_t l2_bytes() {
    int device = 0;
    int bytes = 0;
    check(cudaGetDevice(&device), "asking for the current device");
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device),
          "asking for the size of the L2 cache");
    return static_cast<std::size_t>(bytes);
}

}  // namespace turntile::gpu
