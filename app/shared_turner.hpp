// The one Turner of a run, made when the first picture needs it: a run that moves no pixel starts
// no GPU.
#pragma once

#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "turntile/turner.hpp"

namespace turntile::app {

class SharedTurner {
  public:
    explicit SharedTurner(TurnerOptions options) : options_(std::move(options)) {
        options_.start_in_background = true;
    }

    /// For picture memory: its GPUs may still be starting.
    /// @throws CudaError, std::invalid_argument as Turner's constructor does, and again at every
    /// call
    Turner& get() {
        const std::lock_guard lock(mutex_);
        rethrow_failure();
        if (!turner_) attempt([&] { turner_.emplace(options_); });
        return *turner_;
    }

    /// Once its GPUs have started. @throws as `get`
    Turner& ready() {
        Turner& turner = get();
        attempt([&] { turner.wait_until_ready(); });
        return turner;
    }

    /// Whether the turner could not be made.
    bool has_failed() {
        const std::lock_guard lock(failure_mutex_);
        return failure_ != nullptr;
    }

    /// The turner, if one was needed and came to be.
    Turner* made() { return turner_ && !has_failed() ? &*turner_ : nullptr; }

  private:
    void rethrow_failure() {
        const std::lock_guard lock(failure_mutex_);
        if (failure_) std::rethrow_exception(failure_);
    }

    template <class Step>
    void attempt(Step step) {
        try {
            step();
        } catch (...) {
            const std::lock_guard lock(failure_mutex_);
            failure_ = std::current_exception();
            throw;
        }
    }

    TurnerOptions options_;
    std::mutex mutex_;
    std::mutex failure_mutex_;
    std::optional<Turner> turner_;
    std::exception_ptr failure_;
};

}  // namespace turntile::app
