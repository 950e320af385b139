#include "gpu/access_timing.hpp"
#include "gpu/device_scope.hpp"
#include "gpu/devices.hpp"
#include "gpu/lane_pool.hpp"
#include "gpu/launch_timing.hpp"
#include "gpu/pinning.hpp"
#include "gpu/turn_timing.hpp"
#include "pipeline/backend.hpp"
#include "turntile/gpu.hpp"

namespace turntile {
namespace {

DeviceInfo described(const gpu::Device& device) {
    return {.index = device.index,
            .name = device.name,
            .architecture =
                "sm_" + std::to_string(device.compute_major) + std::to_string(device.compute_minor),
            .memory_bytes = device.memory_bytes,
            .l2_bytes = device.l2_bytes,
            .multiprocessors = device.multiprocessors};
}

std::string hardware_of(int index) {
    for (const DeviceInfo& device : find_cuda().devices)
        if (device.index == index) return device.name + " (" + device.architecture + ")";
    return "CUDA device " + std::to_string(index);
}

class CudaBackend : public Backend {
  public:
    CudaBackend(int device, int lanes, std::size_t memory_bytes)
        : device_(device), lanes_(device, lanes, memory_bytes), hardware_(hardware_of(device)) {
        const gpu::DeviceScope scope(device_);
        gpu::load_kernels();
    }

    TurnReport turn(std::span<const PlanePair> planes, Turn turn, Method method) override {
        const gpu::LanePool::Loan lane = lanes_.borrow(gpu::Lane::device_bytes_for(planes));
        const gpu::LaneTimes times = lane->turn(planes, turn, method);
        TurnReport report{.device = device_,
                          .upload_ms = times.upload_ms,
                          .turn_ms = times.turn_ms,
                          .download_ms = times.download_ms};
        for (const PlanePair& plane : planes)
            report.bytes_moved += 2 * plane.src.pixels_bytes();
        return report;
    }

    double copy_gbps(std::size_t bytes) override {
        const gpu::DeviceScope scope(device_);
        return 2.0 * static_cast<double>(bytes) / (gpu::time_copy(bytes) * 1e6);
    }

    std::string hardware() const override { return hardware_; }

  private:
    int device_;
    gpu::LanePool lanes_;
    std::string hardware_;
};

class CudaPinning : public Pinning {
  public:
    bool pin(std::byte* data, std::size_t size_bytes) noexcept override {
        return gpu::pin(data, size_bytes);
    }
    void unpin(std::byte* data) noexcept override { gpu::unpin(data); }
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(int device, int lanes, std::size_t memory_bytes) {
    return std::make_unique<CudaBackend>(device, lanes, memory_bytes);
}

std::shared_ptr<Pinning> make_cuda_pinning() {
    return std::make_shared<CudaPinning>();
}

CudaPresence find_cuda() {
    const gpu::DeviceList list = gpu::list_devices();
    CudaPresence presence{.devices = {}, .why_none = list.absence, .versions = {}};
    for (const gpu::Device& device : list.devices)
        presence.devices.push_back(described(device));
    if (!presence.devices.empty())
        presence.versions = "CUDA " + list.runtime_cuda + ", driver for CUDA " + list.driver_cuda;
    return presence;
}

TurnTimes time_turn_on_cuda(const TurnCase& turn_case, int device) {
    const gpu::DeviceScope scope(device);
    return gpu::time_turn(turn_case);
}

LaunchTimes time_launches_on_cuda(int device) {
    const gpu::DeviceScope scope(device);
    return gpu::time_launches();
}

AccessDevice access_device(int device) {
    const gpu::DeviceScope scope(device);
    return gpu::access_device();
}

std::vector<double> time_accesses(std::span<const AccessCase> rows, const AccessDevice& ground,
                                  int device) {
    const gpu::DeviceScope scope(device);
    return gpu::time_accesses(rows, ground);
}

void run_accesses_once(std::span<const AccessCase> rows, const AccessDevice& ground, int device) {
    const gpu::DeviceScope scope(device);
    gpu::run_accesses_once(rows, ground);
}

}  // namespace turntile
