#include "turntile/turner.hpp"

#include <future>
#include <stdexcept>

#include "pipeline/backend.hpp"
#include "pipeline/gpu_set.hpp"
#include "pipeline/host_pool.hpp"
#include "pipeline/picture_memory.hpp"
#include "pipeline/stopwatch.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr int no_device = 100;  // cudaErrorNoDevice

std::vector<int> indices_of(const TurnerOptions& options, const CudaPresence& cuda) {
    if (options.devices.empty()) return {cuda.devices.front().index};
    for (const int index : options.devices)
        if (cuda.find(index) == nullptr)
            throw std::invalid_argument("there is no CUDA device " + std::to_string(index) +
                                        " (visible: " + std::to_string(cuda.devices.size()) + ")");
    return options.devices;
}

// Opens the devices side by side: each takes its time. `automatic` passes over one that cannot be
// used and says why.
GpuSet open_gpus(const TurnerOptions& options, const std::vector<int>& indices,
                 std::string& why_not) {
    std::vector<std::future<std::unique_ptr<Backend>>> opening;
    opening.reserve(indices.size());
    for (const int index : indices)
        opening.push_back(std::async(std::launch::async, [&options, index] {
            return make_cuda_backend(index, options.lanes_per_device, options.device_memory_bytes);
        }));
    GpuSet gpus;
    for (auto& backend : opening) {
        try {
            gpus.add(backend.get());
        } catch (const CudaError& error) {
            if (options.backend == BackendChoice::cuda) throw;
            why_not = error.what();
        }
    }
    return gpus;
}

}  // namespace

struct Turner::State {
    explicit State(TurnerOptions wanted)
        : options(std::move(wanted)), cpu(make_cpu_backend()), pool(options.kept_bytes) {
        if (options.backend == BackendChoice::cpu) return;
        const CudaPresence cuda = find_cuda();
        if (cuda.devices.empty() && options.backend == BackendChoice::cuda)
            throw CudaError("no GPU can be used: " + cuda.why_none, no_device, false);
        if (cuda.devices.empty())
            why_cpu = cuda.why_none;
        else
            opened = std::async(std::launch::async, [this, indices = indices_of(options, cuda)] {
                         open(indices);
                     }).share();
    }

    void open(const std::vector<int>& indices) {
        const Stopwatch watch;
        std::string why_not;
        gpus = open_gpus(options, indices, why_not);
        if (gpus.empty())
            why_cpu = why_not;
        else
            pool.pin_with(make_cuda_pinning());
        startup_ms = watch.ms();
    }

    /// Waits until the GPUs are ready, or not to be had.
    void wait() const noexcept {
        if (opened.valid()) opened.wait();
    }
    /// The same. @throws CudaError if `cuda` was asked for and cannot be had
    void require() const {
        if (opened.valid()) opened.get();
    }

    const TurnerOptions options;
    std::unique_ptr<Backend> cpu;
    GpuSet gpus;
    HostPool pool;
    std::string why_cpu;
    double startup_ms = 0;
    std::shared_future<void> opened;  // the last member: its end waits for the others' use
};

Turner::Turner(const TurnerOptions& options) : state_(std::make_unique<State>(options)) {
    if (!options.start_in_background) state_->require();
}
Turner::~Turner() = default;

TurnReport Turner::turn(ConstImageView src, ImageView dst, Turn turn, Method method) {
    const PlanePair plane{src, dst};
    return this->turn(std::span(&plane, 1), turn, method);
}

TurnReport Turner::turn(std::span<const PlanePair> planes, Turn turn, Method method) {
    state_->require();
    GpuSet& gpus = state_->gpus;
    std::string why;
    if (!gpus.empty()) {
        if (auto report = gpus.turn(planes, turn, method, why)) return *std::move(report);
        if (state_->options.backend == BackendChoice::cuda && gpus.all_lost())
            throw CudaError(why, no_device, true);
    }
    TurnReport report = state_->cpu->turn(planes, turn, method);
    report.fallback = std::move(why);
    return report;
}

bool Turner::takes_planes_together() const noexcept {
    state_->wait();
    return !state_->gpus.empty();
}

std::unique_ptr<BufferSource> Turner::picture_memory() {
    return std::make_unique<PictureMemory>(state_->pool);
}

void Turner::wait_until_ready() {
    state_->require();
}

const char* Turner::backend() const noexcept {
    state_->wait();
    return state_->gpus.empty() ? "cpu" : "cuda";
}

std::string Turner::hardware() const {
    state_->wait();
    return state_->gpus.empty() ? state_->cpu->hardware() : state_->gpus.hardware();
}

const std::string& Turner::why_cpu() const noexcept {
    state_->wait();
    return state_->why_cpu;
}

double Turner::startup_ms() const noexcept {
    state_->wait();
    return state_->startup_ms;
}

double Turner::copy_gbps(std::size_t bytes) {
    state_->require();
    return (state_->gpus.empty() ? *state_->cpu : state_->gpus.first()).copy_gbps(bytes);
}

}  // namespace turntile
