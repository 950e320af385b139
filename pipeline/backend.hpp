// What turns pictures in host memory: one CUDA device, or the CPU. All that app and bench know of
// CUDA is declared here.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pipeline/host_block.hpp"
#include "turntile/access_timing.hpp"
#include "turntile/turn_timing.hpp"
#include "turntile/turner.hpp"

namespace turntile {

/// One backend, ready to turn. Any number of threads may call it at once.
class Backend {
  public:
    virtual ~Backend() = default;

    /// Writes each plane turned by `turn` to where it goes, all in host memory; returns when done.
    virtual TurnReport turn(std::span<const PlanePair> planes, Turn turn, Method method) = 0;
    /// GB/s (read plus written) of the fastest copy of `bytes` bytes.
    virtual double copy_gbps(std::size_t bytes) = 0;
    virtual std::string hardware() const = 0;
};

std::unique_ptr<Backend> make_cpu_backend();
/// Creates a context on the device. Pictures take `memory_bytes` bytes of its memory at most.
/// @throws CudaError
std::unique_ptr<Backend> make_cuda_backend(int device, int lanes, std::size_t memory_bytes);
/// Pins memory for all devices.
std::shared_ptr<Pinning> make_cuda_pinning();

struct DeviceInfo {
    int index = 0;
    std::string name;          ///< "NVIDIA H200"
    std::string architecture;  ///< "sm_90"
    std::size_t memory_bytes = 0;
    std::size_t l2_bytes = 0;
    int multiprocessors = 0;
};

/// The CUDA devices that are visible. Creates no context.
struct CudaPresence {
    std::vector<DeviceInfo> devices;
    std::string why_none;  ///< one clause; empty if there are devices
    std::string versions;  ///< "CUDA 13.0, driver for CUDA 13.0"; empty if there are no devices

    /// The device of this index, or null.
    const DeviceInfo* find(int index) const {
        for (const DeviceInfo& device : devices)
            if (device.index == index) return &device;
        return nullptr;
    }
};
CudaPresence find_cuda();

/// Times one row of a benchmark; on the CPU, OpenCV's turn beside ours. @throws CudaError,
/// std::bad_alloc
TurnTimes time_turn_on_cpu(const TurnCase& turn_case);
TurnTimes time_turn_on_cuda(const TurnCase& turn_case, int device);
/// Times what one call costs the host. @throws CudaError
LaunchTimes time_launches_on_cuda(int device);

/// The rows of `bench access` on a CUDA device: what they depend on; milliseconds of each; each
/// launched once, in order. @throws CudaError
AccessDevice access_device(int device);
std::vector<double> time_accesses(std::span<const AccessCase> rows, const AccessDevice& ground,
                                  int device);
void run_accesses_once(std::span<const AccessCase> rows, const AccessDevice& ground, int device);

}  // namespace turntile
