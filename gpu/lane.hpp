// A lane takes pictures in host memory through a device: up, turned, and down again.
#pragma once

#include <cstddef>
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

}  // namespace turntile::gpu
