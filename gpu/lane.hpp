// A lane takes pictures in host memory through a device: up, turned, and down again.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "turntile/export.h"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"
#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile::gpu {

/// How long the device took for each step of one picture, by CUDA events.
struct LaneTimes {
    double upload_ms = 0;
    double turn_ms = 0;
    double download_ms = 0;
};

/// Owns a stream, its events and the memory that one picture at a time needs. The memory grows to
/// the largest picture so far and never holds two sizes at once. One thread at a time may use a
/// lane; whatever device is current stays so.
class TURNTILE_EXPORT Lane {
  public:
    /// @throws CudaError if there is no such device
    explicit Lane(int device);

    /// Writes `src` turned by `turn` to `dst`, both in host memory, and waits until it is done.
    /// Pinned memory is copied directly, other memory through a pinned buffer of the lane.
    /// @throws std::invalid_argument as `check_turn` does
    /// @throws CudaError; the lane can be used again unless the error is sticky
    LaneTimes turn(ConstImageView src, ImageView dst, Turn turn, Method method);
    /// The same for all planes of one picture, whatever their sizes.
    LaneTimes turn(std::span<const PlanePair> planes, Turn turn, Method method);

    int device() const noexcept { return device_; }
    /// The device memory that turning these planes takes.
    static std::size_t device_bytes_for(std::span<const PlanePair> planes);
    /// The device memory that the lane holds.
    std::size_t device_bytes() const noexcept { return memory_.capacity_bytes(); }
    /// The pinned memory that the lane holds.
    std::size_t pinned_bytes() const noexcept { return staging_.size_bytes(); }

    /// Gives back all memory that the lane holds, on the device and pinned.
    void release_memory() noexcept;

  private:
    struct Clock {
        Stream stream;
        Event start, uploaded, turned, done;
    };

    /// One plane on its way.
    struct Plane {
        PlanePair given;
        PlanePair reachable = {};  ///< on the host, where copies reach it
        ImageView device_src = {};
        ImageView device_dst = {};
    };

    static Clock make_clock(int device);
    std::byte* reserve(std::size_t bytes);
    std::byte* staging(std::size_t bytes);
    void place_on_device();
    void make_reachable();
    void enqueue_turns(Turn turn, Method method);
    void enqueue(Turn turn, Method method);

    int device_;
    Clock clock_;
    DeviceImage memory_;  // the sources, and behind them where they go
    PinnedBuffer staging_;
    // Of the call in work; kept, so that the next one allocates nothing.
    std::vector<Plane> planes_;
    std::vector<BatchItem> items_;
};

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
