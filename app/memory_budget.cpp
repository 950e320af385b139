#include "app/memory_budget.hpp"

#include <algorithm>
#include <chrono>

namespace turntile::app {

bool MemoryBudget::fits(std::size_t bytes) const {
    if (shares_ == 0) return true;
    return used_bytes_ <= limit_bytes_ && bytes <= limit_bytes_ - used_bytes_;
}

std::optional<MemoryBudget::Share> MemoryBudget::take(std::size_t bytes,
                                                      const std::function<bool()>& is_stopped) {
    constexpr auto asked_every = std::chrono::milliseconds(50);
    std::unique_lock lock(mutex_);
    const std::uint64_t ticket = next_ticket_++;
    waiting_.push_back(ticket);
    const auto is_my_turn = [&] { return waiting_.front() == ticket && fits(bytes); };
    bool stopped = false;
    while (!is_my_turn() && !(stopped = is_stopped()))
        changed_.wait_for(lock, asked_every);
    waiting_.erase(std::find(waiting_.begin(), waiting_.end(), ticket));
    if (!stopped) {
        used_bytes_ += bytes;
        ++shares_;
    }
    changed_.notify_all();  // the next in line may fit as well
    if (stopped) return std::nullopt;
    return Share(*this, bytes);
}

void MemoryBudget::give_back(std::size_t bytes) noexcept {
    {
        const std::lock_guard lock(mutex_);
        used_bytes_ -= bytes;
        --shares_;
    }
    changed_.notify_all();
}

std::size_t MemoryBudget::used_bytes() const {
    const std::lock_guard lock(mutex_);
    return used_bytes_;
}

std::size_t MemoryBudget::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
}

}  // namespace turntile::app
