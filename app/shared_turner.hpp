// What the files of a run share: the one Turner, made when the first picture needs it, so that a
// run that moves no pixel starts no GPU; and the memory that files and pictures may take.
#pragma once

#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "app/memory_budget.hpp"
#include "turntile/turner.hpp"

namespace turntile::app {

class SharedTurner {
  public:
    SharedTurner(TurnerOptions options, std::size_t memory_limit_bytes)
        : options_(std::move(options)),
          file_memory_(memory_limit_bytes / 4),
          memory_(memory_limit_bytes - file_memory_.limit_bytes()) {
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

    /// For the bytes of files. Who has a share of it may wait for one of the next, and not the
    /// other way round.
    MemoryBudget& file_memory() { return file_memory_; }
    /// For pictures.
    MemoryBudget& memory() { return memory_; }

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
    MemoryBudget file_memory_;
    MemoryBudget memory_;
    std::mutex mutex_;
    std::mutex failure_mutex_;
    std::optional<Turner> turner_;
    std::exception_ptr failure_;
};

}  // namespace turntile::app
