#include "pipeline/host_pool.hpp"

#include <algorithm>

namespace turntile {
namespace {

// A small picture must not hold a large block that a large picture will ask for.
std::size_t largest_for(std::size_t wanted_bytes) {
    return 4 * wanted_bytes + (std::size_t{1} << 20);
}

constexpr int loans_until_pinned = 4;
constexpr std::size_t least_pinned_bytes = std::size_t{1} << 20;

}  // namespace

HostPool::Loan HostPool::take(std::size_t size_bytes) {
    const std::size_t wanted = std::max<std::size_t>(size_bytes, 1);
    Loan loan(*this, take_free(wanted));
    make_room(loan.entry_, wanted);
    ++loan.entry_.loans;
    pin_if_earned(loan.entry_);
    return loan;
}

// The smallest block that fits; else the largest of those that are too small, which has the fewest
// pages to grow by; else an empty one.
HostPool::Entry HostPool::take_free(std::size_t wanted_bytes) {
    const std::lock_guard lock(mutex_);
    const auto is_better = [=](const Entry& one, const Entry& other) {
        const std::size_t a = one.block.size_bytes(), b = other.block.size_bytes();
        if (a >= wanted_bytes) return b < wanted_bytes || a < b;
        return b < wanted_bytes && a > b;
    };
    auto best = free_.end();
    for (auto entry = free_.begin(); entry != free_.end(); ++entry)
        if (entry->block.size_bytes() <= largest_for(wanted_bytes) &&
            (best == free_.end() || is_better(*entry, *best)))
            best = entry;
    if (best == free_.end()) {
        free_.reserve(++blocks_);
        return {};
    }
    Entry found = std::move(*best);
    free_.erase(best);
    return found;
}

void HostPool::make_room(Entry& entry, std::size_t wanted_bytes) {
    const std::size_t before_bytes = entry.block.size_bytes();
    if (before_bytes >= wanted_bytes) return;
    entry.block.grow(wanted_bytes);
    entry.loans = 0;
    std::vector<Entry> surplus;  // freed after the lock is released
    const std::lock_guard lock(mutex_);
    held_bytes_ += entry.block.size_bytes() - before_bytes;
    while (held_bytes_ > kept_bytes_ && !free_.empty())
        surplus.push_back(remove_largest_free());
}

HostPool::Entry HostPool::remove_largest_free() {
    const auto largest =
        std::max_element(free_.begin(), free_.end(), [](const Entry& one, const Entry& other) {
            return one.block.size_bytes() < other.block.size_bytes();
        });
    Entry removed = std::move(*largest);
    free_.erase(largest);
    held_bytes_ -= removed.block.size_bytes();
    --blocks_;
    return removed;
}

void HostPool::pin_if_earned(Entry& entry) {
    if (entry.loans < loans_until_pinned || entry.block.is_pinned() ||
        entry.block.size_bytes() < least_pinned_bytes)
        return;
    std::shared_ptr<Pinning> pinning;
    {
        const std::lock_guard lock(mutex_);
        pinning = pinning_;
    }
    const std::unique_lock only(pinning_mutex_, std::try_to_lock);
    if (pinning && only.owns_lock()) entry.block.pin(std::move(pinning));
}

void HostPool::give_back(Entry entry) noexcept {
    Entry surplus;  // freed after the lock is released
    const std::lock_guard lock(mutex_);
    if (held_bytes_ > kept_bytes_) {
        held_bytes_ -= entry.block.size_bytes();
        --blocks_;
        surplus = std::move(entry);
    } else {
        free_.push_back(std::move(entry));
    }
}

void HostPool::pin_with(std::shared_ptr<Pinning> pinning) {
    const std::lock_guard lock(mutex_);
    pinning_ = std::move(pinning);
}

std::size_t HostPool::held_bytes() const {
    const std::lock_guard lock(mutex_);
    return held_bytes_;
}

}  // namespace turntile
