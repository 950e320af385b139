#include "pipeline/gpu_set.hpp"

#include <algorithm>

#include "turntile/error.hpp"

namespace turntile {

/// Counts a call as being in a GPU for as long as it lives.
class GpuSet::Visit {
  public:
    explicit Visit(Gpu& gpu) : gpu_(gpu) {
        ++gpu_.busy;
        ++gpu_.pictures;
    }
    ~Visit() { --gpu_.busy; }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

  private:
    Gpu& gpu_;
};

void GpuSet::add(std::unique_ptr<Backend> backend) {
    gpus_.push_back(std::make_unique<Gpu>());
    gpus_.back()->backend = std::move(backend);
}

std::string GpuSet::hardware() const {
    std::string all;
    for (const auto& gpu : gpus_)
        all += (all.empty() ? "" : ", ") + gpu->backend->hardware();
    return all;
}

// Of equally busy ones the one that had the fewest pictures, so that all get their share.
GpuSet::Gpu* GpuSet::pick() const noexcept {
    Gpu* best = nullptr;
    for (const auto& gpu : gpus_) {
        if (gpu->lost) continue;
        if (best == nullptr || gpu->busy < best->busy ||
            (gpu->busy == best->busy && gpu->pictures < best->pictures))
            best = gpu.get();
    }
    return best;
}

bool GpuSet::all_lost() const noexcept {
    return std::all_of(gpus_.begin(), gpus_.end(),
                       [](const auto& gpu) { return gpu->lost.load(); });
}

std::optional<TurnReport> GpuSet::turn(std::span<const PlanePair> planes, Turn turn, Method method,
                                       std::string& why) {
    std::string lost;
    while (Gpu* gpu = pick()) {
        try {
            const Visit visit(*gpu);
            TurnReport report = gpu->backend->turn(planes, turn, method);
            report.lost_device = lost;
            return report;
        } catch (const CudaError& error) {
            why = error.what();
            if (error.is_out_of_memory()) return std::nullopt;
            if (!error.is_sticky()) throw;
            gpu->lost = true;
            lost = error.what();
        }
    }
    if (why.empty()) why = "every GPU in use was lost";
    return std::nullopt;
}

}  // namespace turntile
