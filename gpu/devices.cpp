#include "gpu/devices.hpp"

#include <cuda_runtime_api.h>

namespace turntile::gpu {
namespace {

// CUDA writes 13.0 as 13000, and no driver as 0.
std::string version_text(int version) {
    if (version <= 0) return {};
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string why_none(cudaError_t status, const DeviceList& list) {
    if (list.driver_cuda.empty()) return "no NVIDIA driver is installed";
    if (status == cudaErrorInsufficientDriver)
        return "the NVIDIA driver is too old: it runs CUDA " + list.driver_cuda +
               ", and this program needs " + list.runtime_cuda;
    if (status == cudaSuccess || status == cudaErrorNoDevice) return "no CUDA device is visible";
    return std::string("the CUDA devices could not be listed: ") + cudaGetErrorString(status);
}

Device describe(int index, const cudaDeviceProp& properties) {
    return {.index = index,
            .name = properties.name,
            .memory_bytes = properties.totalGlobalMem,
            .compute_major = properties.major,
            .compute_minor = properties.minor,
            .multiprocessors = properties.multiProcessorCount,
            .l2_bytes = static_cast<std::size_t>(properties.l2CacheSize)};
}

}  // namespace

DeviceList list_devices() {
    DeviceList list;
    int version = 0;
    if (cudaDriverGetVersion(&version) == cudaSuccess) list.driver_cuda = version_text(version);
    if (cudaRuntimeGetVersion(&version) == cudaSuccess) list.runtime_cuda = version_text(version);

    int count = 0;
    cudaError_t status = cudaGetDeviceCount(&count);
    for (int index = 0; status == cudaSuccess && index < count; ++index) {
        cudaDeviceProp properties = {};
        status = cudaGetDeviceProperties(&properties, index);
        if (status == cudaSuccess) list.devices.push_back(describe(index, properties));
    }
    if (list.devices.empty()) list.absence = why_none(status, list);
    return list;
}

}  // namespace turntile::gpu
