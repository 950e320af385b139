// The one Turner of a run, made when the first picture needs it: a run that moves no pixel starts
// no GPU.
#pragma once

#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "pipeline/stopwatch.hpp"
#include "turntile/turner.hpp"

namespace turntile::app {

class SharedTurner {
  public:
    explicit SharedTurner(TurnerOptions options) : options_(std::move(options)) {}

    /// @throws CudaError, std::invalid_argument as Turner's constructor does, and again at every
    /// call
    Turner& get() {
        const std::lock_guard lock(mutex_);
        if (failure_) std::rethrow_exception(failure_);
        if (!turner_) make();
        return *turner_;
    }

    /// Whether the turner could not be made.
    bool has_failed() {
        const std::lock_guard lock(mutex_);
        return failure_ != nullptr;
    }

    /// The turner, if one was needed.
    Turner* made() { return turner_ ? &*turner_ : nullptr; }
    double startup_ms() const { return startup_ms_; }

  private:
    void make() {
        const Stopwatch watch;
        try {
            turner_.emplace(options_);
        } catch (...) {
            failure_ = std::current_exception();
            throw;
        }
        startup_ms_ = watch.ms();
    }

    TurnerOptions options_;
    std::mutex mutex_;
    std::optional<Turner> turner_;
    std::exception_ptr failure_;
    double startup_ms_ = 0;
};

}  // namespace turntile::app
