// The GPUs in use: which one takes the next picture, and what happens when one fails.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/backend.hpp"

namespace turntile {

/// Any number of threads may call `turn` at once.
class GpuSet {
  public:
    void add(std::unique_ptr<Backend> backend);
    bool empty() const noexcept { return gpus_.empty(); }
    Backend& first() const { return *gpus_.front()->backend; }
    /// "NVIDIA H200 (sm_90), NVIDIA H200 (sm_90)"
    std::string hardware() const;

    /// Turns the picture on the GPU that has the least to do. One whose context is lost is used no
    /// more, and the next one takes the picture. Returns nothing if no GPU is left, or if memory
    /// ran out; `why` says so then.
    /// @throws CudaError if a CUDA call fails for another reason
    std::optional<TurnReport> turn(std::span<const PlanePair> planes, Turn turn, Method method,
                                   std::string& why);

    /// Whether every GPU was lost.
    bool all_lost() const noexcept;

  private:
    struct Gpu {
        std::unique_ptr<Backend> backend;
        std::atomic<int> busy = 0;       ///< calls in it now
        std::atomic<long> pictures = 0;  ///< calls so far
        std::atomic<bool> lost = false;
    };
    class Visit;

    Gpu* pick() const noexcept;

    std::vector<std::unique_ptr<Gpu>> gpus_;
};

}  // namespace turntile
