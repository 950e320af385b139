#include "gpu/lane_pool.hpp"

#include <algorithm>
#include <string>

#include "gpu/check.hpp"

namespace turntile::gpu {

LanePool::Loan LanePool::borrow(std::size_t device_bytes) {
    if (device_bytes > limit_bytes_)
        fail(cudaErrorMemoryAllocation, "finding " + std::to_string(device_bytes) +
                                            " bytes among the " + std::to_string(limit_bytes_) +
                                            " that pictures may take");
    std::unique_lock lock(mutex_);
    const std::uint64_t ticket = next_ticket_++;
    Slot* slot = nullptr;
    changed_.wait(lock, [&] {
        if (ticket == served_tickets_) slot = fitting_slot(device_bytes);
        return slot != nullptr;
    });
    ++served_tickets_;
    changed_.notify_all();
    return lend(*slot, device_bytes);
}

// Lent as large as it is, or as it may grow.
LanePool::Loan LanePool::lend(Slot& slot, std::size_t device_bytes) {
    if (!slot.lane) {
        try {
            slot.lane = std::make_unique<Lane>(device_);
        } catch (...) {
            slots_.pop_back();  // the newest
            ++unmade_;
            throw;
        }
    }
    const std::size_t bytes = std::max(slot.bytes, device_bytes);
    held_bytes_ += bytes - slot.bytes;
    slot.bytes = bytes;
    slot.idle = false;
    return {slot.lane.get(), Return{this}};
}

// The idle lane whose memory fits best, or a new one; null while there is none, or no memory for
// it.
LanePool::Slot* LanePool::fitting_slot(std::size_t device_bytes) {
    Slot* best = nullptr;
    for (const auto& slot : slots_) {
        if (!slot->idle) continue;
        const bool fits = slot->bytes >= device_bytes;
        const bool best_fits = best != nullptr && best->bytes >= device_bytes;
        if (best == nullptr || (fits && (!best_fits || slot->bytes < best->bytes)) ||
            (!fits && !best_fits && slot->bytes > best->bytes))
            best = slot.get();
    }
    if (best == nullptr && unmade_ > 0) {
        static const Slot none;
        if (!make_room(none, device_bytes)) return nullptr;
        slots_.push_back(std::make_unique<Slot>());
        --unmade_;
        return slots_.back().get();
    }
    if (best == nullptr || best->bytes >= device_bytes) return best;
    return make_room(*best, device_bytes - best->bytes) ? best : nullptr;
}

// Whether `more_bytes` may be taken, once idle lanes other than `keep` gave theirs back.
bool LanePool::make_room(const Slot& keep, std::size_t more_bytes) {
    for (const auto& slot : slots_) {
        if (held_bytes_ <= limit_bytes_ - std::min(limit_bytes_, more_bytes)) break;
        if (!slot->idle || slot.get() == &keep || slot->bytes == 0) continue;
        slot->lane->release_memory();
        held_bytes_ -= slot->bytes;
        slot->bytes = 0;
    }
    return held_bytes_ <= limit_bytes_ - std::min(limit_bytes_, more_bytes);
}

std::size_t LanePool::held_bytes() {
    const std::lock_guard lock(mutex_);
    return held_bytes_;
}

void LanePool::take_back(Lane* lane) noexcept {
    {
        const std::lock_guard lock(mutex_);
        for (const auto& slot : slots_) {
            if (slot->lane.get() != lane) continue;
            slot->idle = true;
            // It has less if memory ran out.
            if (lane->device_bytes() < slot->bytes) {
                held_bytes_ -= slot->bytes - lane->device_bytes();
                slot->bytes = lane->device_bytes();
            }
        }
    }
    changed_.notify_all();
}

}  // namespace turntile::gpu
