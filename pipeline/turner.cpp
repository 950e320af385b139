#include "turntile/turner.hpp"

#include <atomic>
#include <stdexcept>

#include "pipeline/backend.hpp"
#include "pipeline/host_pool.hpp"
#include "pipeline/picture_memory.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

/// A GPU in use. `lost` is set once its context is.
struct Gpu {
    std::unique_ptr<Backend> backend;
    std::atomic<int> busy = 0;  ///< calls in it now
    std::atomic<bool> lost = false;
};

/// Counts a call as being in a GPU for as long as it lives.
class Visit {
  public:
    explicit Visit(Gpu& gpu) : gpu_(gpu) { ++gpu_.busy; }
    ~Visit() { --gpu_.busy; }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

  private:
    Gpu& gpu_;
};

using Gpus = std::vector<std::unique_ptr<Gpu>>;

// The devices that `options` names. `automatic` passes over one that cannot be used and says why.
Gpus open_gpus(const TurnerOptions& options, const CudaPresence& cuda, std::string& why_not) {
    std::vector<int> indices = options.devices;
    if (indices.empty()) indices.push_back(cuda.devices.front().index);
    Gpus gpus;
    for (const int index : indices) {
        if (cuda.find(index) == nullptr)
            throw std::invalid_argument("there is no CUDA device " + std::to_string(index) +
                                        " (visible: " + std::to_string(cuda.devices.size()) + ")");
        auto gpu = std::make_unique<Gpu>();
        try {
            gpu->backend = make_cuda_backend(index, options.lanes_per_device);
        } catch (const CudaError& error) {
            if (options.backend == BackendChoice::cuda) throw;
            why_not = error.what();
            continue;
        }
        gpus.push_back(std::move(gpu));
    }
    return gpus;
}

}  // namespace

struct Turner::State {
    explicit State(const TurnerOptions& options)
        : choice(options.backend),
          cpu(make_cpu_backend()),
          pool(allocate_plain, options.kept_blocks) {
        if (choice == BackendChoice::cpu) return;
        const CudaPresence cuda = find_cuda();
        if (cuda.devices.empty() && choice == BackendChoice::cuda)
            throw CudaError("no GPU can be used: " + cuda.why_none, 100, false);
        if (cuda.devices.empty())
            why_cpu = cuda.why_none;
        else
            gpus = open_gpus(options, cuda, why_cpu);
        if (!gpus.empty()) why_cpu.clear();
    }

    /// The GPU with the least to do that still works, or none.
    Gpu* pick() const {
        Gpu* best = nullptr;
        for (const auto& gpu : gpus)
            if (!gpu->lost && (best == nullptr || gpu->busy < best->busy)) best = gpu.get();
        return best;
    }

    Backend& first() const { return gpus.empty() ? *cpu : *gpus.front()->backend; }

    TurnReport turn_on_cpu(std::span<const PlanePair> planes, Turn turn, Method method,
                           std::string fallback) const {
        TurnReport report = cpu->turn(planes, turn, method);
        report.fallback = std::move(fallback);
        return report;
    }

    BackendChoice choice;
    std::unique_ptr<Backend> cpu;
    Gpus gpus;
    HostPool pool;
    std::string why_cpu;
};

Turner::Turner(const TurnerOptions& options) : state_(std::make_unique<State>(options)) {}
Turner::~Turner() = default;

TurnReport Turner::turn(ConstImageView src, ImageView dst, Turn turn, Method method) {
    const PlanePair plane{src, dst};
    return this->turn({&plane, 1}, turn, method);
}

TurnReport Turner::turn(std::span<const PlanePair> planes, Turn turn, Method method) {
    std::string fallback;
    while (Gpu* gpu = state_->pick()) {
        try {
            const Visit visit(*gpu);
            return gpu->backend->turn(planes, turn, method);
        } catch (const CudaError& error) {
            if (error.is_sticky()) {
                gpu->lost = true;
                if (state_->choice == BackendChoice::cuda && state_->pick() == nullptr) throw;
            } else if (!error.is_out_of_memory()) {
                throw;
            }
            fallback = error.what();
            if (!error.is_sticky()) return state_->turn_on_cpu(planes, turn, method, fallback);
        }
    }
    if (state_->choice == BackendChoice::cuda)
        throw CudaError("every GPU in use is lost", 100, true);
    return state_->turn_on_cpu(planes, turn, method, fallback);
}

std::unique_ptr<BufferSource> Turner::picture_memory() {
    return std::make_unique<PictureMemory>(state_->pool);
}

const char* Turner::backend() const noexcept {
    return state_->gpus.empty() ? "cpu" : "cuda";
}

std::string Turner::hardware() const {
    if (state_->gpus.empty()) return state_->cpu->hardware();
    std::string all;
    for (const auto& gpu : state_->gpus)
        all += (all.empty() ? "" : ", ") + gpu->backend->hardware();
    return all;
}

const std::string& Turner::why_cpu() const noexcept {
    return state_->why_cpu;
}

double Turner::copy_gbps(std::size_t bytes) {
    return state_->first().copy_gbps(bytes);
}

}  // namespace turntile
