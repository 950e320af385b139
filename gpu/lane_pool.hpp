// The lanes of one device, lent to many threads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/lane.hpp"
#include "turntile/export.h"

namespace turntile::gpu {

/// A bounded number of lanes of one device with a bounded amount of device memory, each borrowed
/// for one call. Lanes are made when they are first needed.
class TURNTILE_EXPORT LanePool {
  public:
    /// All lanes together take `limit_bytes` bytes of device memory at most.
    LanePool(int device, int lanes, std::size_t limit_bytes = SIZE_MAX)
        : device_(device), unmade_(lanes), limit_bytes_(limit_bytes) {}

    /// Gives a borrowed lane back to its pool.
    struct Return {
        LanePool* pool;
        void operator()(Lane* lane) const noexcept { pool->take_back(lane); }
    };
    using Loan = std::unique_ptr<Lane, Return>;

    /// A lane that nobody else uses until the loan goes, for a call that takes `device_bytes` bytes
    /// of device memory. Waits, first come first served, while all lanes are out or hold too much.
    /// The pool must outlive its loans.
    /// @throws CudaError if that is more than the limit (as when memory runs out), or a lane cannot
    /// be made
    Loan borrow(std::size_t device_bytes = 0);

    int device() const noexcept { return device_; }
    /// The device memory that all lanes hold, or may come to hold.
    std::size_t held_bytes();

  private:
    struct Slot {
        std::unique_ptr<Lane> lane;
        std::size_t bytes = 0;  ///< that it holds, or may come to hold
        bool idle = true;
    };

    Slot* fitting_slot(std::size_t device_bytes);
    bool make_room(const Slot& keep, std::size_t more_bytes);
    void take_back(Lane* lane) noexcept;
    Loan lend(Slot& slot, std::size_t device_bytes);

    int device_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int unmade_;
    std::size_t limit_bytes_;
    std::size_t held_bytes_ = 0;
    std::uint64_t next_ticket_ = 0;
    std::uint64_t served_tickets_ = 0;
    std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace turntile::gpu
