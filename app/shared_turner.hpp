// The one Turner of a run, made when the first picture needs it: a run that moves no pixel starts
// no GPU.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>

#include "turntile/turner.hpp"

namespace turntile::app {

class SharedTurner {
  public:
    explicit SharedTurner(TurnerOptions options) : options_(std::move(options)) {}

    /// @throws CudaError, std::invalid_argument as Turner's constructor does; the next call tries
    /// again
    Turner& get() {
        const std::lock_guard lock(mutex_);
        if (!turner_) {
            const auto start = std::chrono::steady_clock::now();
            turner_.emplace(options_);
            startup_ms_ =
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                    .count();
        }
        return *turner_;
    }

    /// The turner, if one was needed.
    Turner* made() { return turner_ ? &*turner_ : nullptr; }
    double startup_ms() const { return startup_ms_; }

  private:
    TurnerOptions options_;
    std::mutex mutex_;
    std::optional<Turner> turner_;
    double startup_ms_ = 0;
};

}  // namespace turntile::app
