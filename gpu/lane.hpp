// A lane takes pictures in host memory through a device: up, turned, and down again.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

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
class Lane {
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
    /// The device memory that the lane holds.
    std::size_t device_bytes() const noexcept {
        return src_image_.capacity_bytes() + dst_image_.capacity_bytes();
    }
    /// The pinned memory that the lane holds.
    std::size_t pinned_bytes() const noexcept { return staging_.size_bytes(); }

    /// Gives back all memory that the lane holds.
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
    void reserve(DeviceImage& image, std::size_t bytes);
    void reserve_both(std::size_t src_bytes, std::size_t dst_bytes);
    std::byte* staging(std::size_t bytes);
    void place_on_device();
    void make_reachable();
    void enqueue_turns(Turn turn, Method method);
    void enqueue(Turn turn, Method method);

    int device_;
    Clock clock_;
    DeviceImage src_image_;
    DeviceImage dst_image_;
    PinnedBuffer staging_;
    // Of the call in work; kept, so that the next one allocates nothing.
    std::vector<Plane> planes_;
    std::vector<BatchItem> items_;
};

/// A bounded number of lanes of one device, each borrowed for one call. Lanes are made when they
/// are first needed.
class LanePool {
  public:
    LanePool(int device, int lanes) : device_(device), unmade_(lanes) {}

    /// Gives a borrowed lane back to its pool.
    struct Return {
        LanePool* pool;
        void operator()(Lane* lane) const noexcept { pool->take_back(lane); }
    };
    using Loan = std::unique_ptr<Lane, Return>;

    /// A lane that nobody else uses until the loan goes. Waits while all lanes are out. The pool
    /// must outlive its loans.
    /// @throws CudaError if a lane cannot be made
    Loan borrow();

    int device() const noexcept { return device_; }

  private:
    void take_back(Lane* lane) noexcept;

    int device_;
    std::mutex mutex_;
    std::condition_variable returned_;
    int unmade_;
    std::vector<std::unique_ptr<Lane>> made_;
    std::vector<Lane*> idle_;
};

}  // namespace turntile::gpu
