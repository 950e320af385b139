#include "app/wanted_device.hpp"

#include <fmt/format.h>

#include "app/option_values.hpp"

namespace turntile::app {

void require_gpu(const CudaPresence& cuda, const std::string& what) {
    if (cuda.devices.empty()) throw UsageError(what + ": no GPU can be used: " + cuda.why_none);
}

const DeviceInfo& wanted_device(const CudaPresence& cuda, int index) {
    if (const DeviceInfo* device = cuda.find(index)) return *device;
    throw UsageError(fmt::format("--device {}: there is no such CUDA device; {} visible", index,
                                 cuda.devices.size()));
}

}  // namespace turntile::app
