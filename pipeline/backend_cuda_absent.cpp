// Stands in for backend_cuda.cpp where turntile was built without a CUDA compiler: there are no
// devices.
#include "pipeline/backend.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr const char* reason = "turntile was built without CUDA";
constexpr int no_device = 100;  // cudaErrorNoDevice

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(int /*device*/, int /*lanes*/,
                                           std::size_t /*memory_bytes*/) {
    throw CudaError(reason, no_device, false);
}

std::shared_ptr<Pinning> make_cuda_pinning() {
    throw CudaError(reason, no_device, false);
}

CudaPresence find_cuda() {
    return {.devices = {}, .why_none = reason, .versions = {}};
}

TurnTimes time_turn_on_cuda(const TurnCase& /*turn_case*/, int /*device*/) {
    throw CudaError(reason, no_device, false);
}

LaunchTimes time_launches_on_cuda(int /*device*/) {
    throw CudaError(reason, no_device, false);
}

AccessDevice access_device(int /*device*/) {
    throw CudaError(reason, no_device, false);
}

std::vector<double> time_accesses(std::span<const AccessCase> /*rows*/,
                                  const AccessDevice& /*ground*/, int /*device*/) {
    throw CudaError(reason, no_device, false);
}

void run_accesses_once(std::span<const AccessCase> /*rows*/, const AccessDevice& /*ground*/,
                       int /*device*/) {
    throw CudaError(reason, no_device, false);
}

}  // namespace turntile
