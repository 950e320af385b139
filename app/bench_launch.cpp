#include "app/bench_launch.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include <nlohmann/json.hpp>

#include "app/console.hpp"
#include "app/option_values.hpp"
#include "app/wanted_device.hpp"
#include "pipeline/backend.hpp"

namespace turntile::app {
namespace {

DeviceInfo device_of(const LaunchCommand& command) {
    const CudaPresence cuda = find_cuda();
    require_gpu(cuda, "bench launch");
    return wanted_device(cuda, command.device);
}

void print_table(const DeviceInfo& device, const LaunchTimes& times) {
    struct Row {
        const char* what;
        double us;
    };
    const std::array rows = {
        Row{"an empty kernel", times.empty_us}, Row{"turn_async, tiled", times.tiled_us},
        Row{"turn_async, naive", times.naive_us}, Row{"turn_batch_async of one", times.batch_us}};
    print(fmt::format("{} {}; the host's time of one call, {}x{} pixels of {} bytes, medians\n",
                      device.name, device.architecture, LaunchTimes::side_px, LaunchTimes::side_px,
                      LaunchTimes::pixel_bytes));
    print("call                      microseconds  above the empty kernel\n");
    for (const Row& row : rows)
        print(fmt::format("{:<24}  {:>12.2f}  {:>22.2f}\n", row.what, row.us,
                          row.us - times.empty_us));
}

void print_json(const DeviceInfo& device, const LaunchTimes& times) {
    const nlohmann::ordered_json json = {{"schema", 1},
                                         {"bench", "launch"},
                                         {"hardware", as_utf8(device.name)},
                                         {"width", LaunchTimes::side_px},
                                         {"height", LaunchTimes::side_px},
                                         {"pixel_bytes", LaunchTimes::pixel_bytes},
                                         {"empty_us", times.empty_us},
                                         {"tiled_us", times.tiled_us},
                                         {"naive_us", times.naive_us},
                                         {"batch_us", times.batch_us}};
    print(json.dump() + "\n");
}

}  // namespace

int run(const LaunchCommand& command) {
    const DeviceInfo device = device_of(command);
    const LaunchTimes times = time_launches_on_cuda(device.index);
    command.json ? print_json(device, times) : print_table(device, times);
    return 0;
}

}  // namespace turntile::app
