#include "pipeline/host_pool.hpp"

#include <algorithm>
#include <new>

namespace turntile {
namespace {

constexpr std::size_t page_bytes = 4096;

// Sizes are rounded up, so that pictures of nearly one size share blocks: to an eighth of the power
// of two below.
std::size_t rounded(std::size_t size_bytes) {
    std::size_t step = page_bytes;
    while (step * 16 <= size_bytes)
        step *= 2;
    return (size_bytes + step - 1) / step * step;
}

// A small picture must not hold a large block that a large picture will ask for.
std::size_t largest_for(std::size_t wanted) {
    return 4 * wanted + (std::size_t{1} << 20);
}

}  // namespace

HostBlock allocate_plain(std::size_t size_bytes) {
    constexpr std::align_val_t alignment{page_bytes};
    auto* memory = static_cast<std::byte*>(::operator new(size_bytes, alignment));
    return {
        std::shared_ptr<std::byte>(memory, [](std::byte* p) { ::operator delete(p, alignment); }),
        size_bytes};
}

HostPool::HostPool(HostAllocator allocate, std::size_t kept_blocks)
    : allocate_(std::move(allocate)), kept_blocks_(kept_blocks) {
    free_.reserve(kept_blocks + 1);
}

HostPool::Loan HostPool::take(std::size_t size_bytes) {
    const std::size_t wanted = rounded(std::max<std::size_t>(size_bytes, 1));
    {
        const std::lock_guard lock(mutex_);
        auto best = free_.end();
        for (auto block = free_.begin(); block != free_.end(); ++block)
            if (block->size_bytes >= wanted && block->size_bytes <= largest_for(wanted) &&
                (best == free_.end() || block->size_bytes < best->size_bytes))
                best = block;
        if (best != free_.end()) {
            HostBlock found = std::move(*best);
            free_.erase(best);
            return {*this, std::move(found)};
        }
    }
    return {*this, allocate_(wanted)};
}

void HostPool::clear() {
    const std::lock_guard lock(mutex_);
    free_.clear();
}

void HostPool::give_back(HostBlock block) noexcept {
    HostBlock dropped;  // freed after the lock is released
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(block));
    if (free_.size() <= kept_blocks_) return;
    dropped = std::move(free_.front());  // the one that was not wanted for the longest
    free_.erase(free_.begin());
}

}  // namespace turntile
