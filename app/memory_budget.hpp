// How much memory the pictures in work may take together.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace turntile::app {

/// Lets pictures in, first come first served, as long as what they need fits together. One that
/// needs more than there is in all is let in once it is alone. Whoever waits must hold no share:
/// then those that have one can always finish, and nobody waits for ever.
class MemoryBudget {
  public:
    explicit MemoryBudget(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

    /// Memory that one picture may take, until this goes. The budget must outlive it.
    class Share {
      public:
        Share(MemoryBudget& budget, std::size_t bytes) : budget_(&budget), bytes_(bytes) {}
        Share(Share&& other) noexcept
            : budget_(std::exchange(other.budget_, nullptr)), bytes_(other.bytes_) {}
        Share& operator=(Share&& other) noexcept {
            std::swap(budget_, other.budget_);
            std::swap(bytes_, other.bytes_);
            return *this;
        }
        ~Share() {
            if (budget_ != nullptr) budget_->give_back(bytes_);
        }

      private:
        MemoryBudget* budget_;
        std::size_t bytes_;
    };

    /// Waits for `bytes` bytes. Returns nothing if `is_stopped`, which is asked now and then, says
    /// so before they are there.
    std::optional<Share> take(std::size_t bytes, const std::function<bool()>& is_stopped);

    std::size_t limit_bytes() const noexcept { return limit_bytes_; }
    /// That shares hold now.
    std::size_t used_bytes() const;
    /// Pictures that wait now.
    std::size_t waiting() const;

  private:
    bool fits(std::size_t bytes) const;
    void give_back(std::size_t bytes) noexcept;

    const std::size_t limit_bytes_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t used_bytes_ = 0;
    std::size_t shares_ = 0;
    std::uint64_t next_ticket_ = 0;
    std::deque<std::uint64_t> waiting_;  // tickets in the order in which they came
};

}  // namespace turntile::app
