#include "app/devices.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/console.hpp"
#include "app/cores.hpp"
#include "pipeline/backend.hpp"

namespace turntile::app {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const CudaPresence& cuda, int cores) {
    Json devices = Json::array();
    for (const DeviceInfo& device : cuda.devices)
        devices.push_back({{"index", device.index},
                           {"name", as_utf8(device.name)},
                           {"architecture", device.architecture},
                           {"memory_bytes", device.memory_bytes},
                           {"l2_bytes", device.l2_bytes},
                           {"multiprocessors", device.multiprocessors}});
    return {
        {"schema", 1},
        {"cuda",
         {{"devices", devices}, {"versions", cuda.versions}, {"why_none", as_utf8(cuda.why_none)}}},
        {"cpu", {{"cores", cores}}},
        {"automatic", cuda.devices.empty() ? "cpu" : "cuda"}};
}

std::string as_text(const CudaPresence& cuda, int cores) {
    std::string text;
    for (const DeviceInfo& device : cuda.devices)
        text += fmt::format("cuda {}  {} ({}), {:.1f} GB, {} multiprocessors, L2 {} MB\n",
                            device.index, device.name, device.architecture,
                            static_cast<double>(device.memory_bytes) / 1e9, device.multiprocessors,
                            device.l2_bytes >> 20);
    if (cuda.devices.empty())
        text += fmt::format("cuda    not to be had: {}\n", cuda.why_none);
    else
        text += fmt::format("        {}\n", cuda.versions);
    text += fmt::format("cpu     {} {}\n", cores, cores == 1 ? "core" : "cores");
    text += cuda.devices.empty()
                ? "auto takes the CPU\n"
                : fmt::format("auto takes cuda {} when there is enough to do, else the CPU\n",
                              cuda.devices.front().index);
    return text;
}

}  // namespace

int run(const DevicesCommand& command) {
    const CudaPresence cuda = find_cuda();
    const int cores = usable_cores();
    print(command.json ? as_json(cuda, cores).dump() + "\n" : as_text(cuda, cores));
    return 0;
}

}  // namespace turntile::app
