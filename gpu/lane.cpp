#include "gpu/lane.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>

#include "gpu/check.hpp"
#include "gpu/device_scope.hpp"
#include "turntile/gpu.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::gpu {
namespace {

constexpr std::size_t row_alignment_bytes = 256;

// Whether copies can reach `view` without staging: pinned or managed, from its first to its last
// byte.
bool is_reachable(ConstImageView view) {
    const auto* const first = static_cast<const std::byte*>(view.data);
    for (const std::byte* byte : {first, first + view.extent_bytes() - 1}) {
        cudaPointerAttributes attributes = {};
        check(cudaPointerGetAttributes(&attributes, byte), "asking what memory a picture is in");
        if (attributes.type == cudaMemoryTypeUnregistered) return false;
    }
    return true;
}

// `view` with rows end to end at `data`.
ImageView packed(ConstImageView view, void* data) {
    return {data, view.width, view.height, view.pixel_bytes, view.row_bytes()};
}

void copy_rows(ConstImageView src, ImageView dst) {
    for (std::int64_t y = 0; y < src.height; ++y)
        std::memcpy(dst.row(y), src.row(y), src.row_bytes());
}

// CUDA's pitched copies take pitches below 2^31.
void copy_async(ConstImageView src, ImageView dst, cudaMemcpyKind kind, const char* attempted,
                cudaStream_t stream) {
    if (std::max(src.pitch_bytes, dst.pitch_bytes) <= INT32_MAX)
        return check(
            cudaMemcpy2DAsync(dst.data, dst.pitch_bytes, src.data, src.pitch_bytes, src.row_bytes(),
                              static_cast<std::size_t>(src.height), kind, stream),
            attempted);
    for (std::int64_t y = 0; y < src.height; ++y)
        check(cudaMemcpyAsync(dst.row(y), src.row(y), src.row_bytes(), kind, stream), attempted);
}

// Short rows lie end to end: padding would be most of their memory.
ImageView on_device(ConstImageView view, void* data) {
    const std::size_t row = view.row_bytes();
    const std::size_t padded_row =
        (row + row_alignment_bytes - 1) / row_alignment_bytes * row_alignment_bytes;
    return {data, view.width, view.height, view.pixel_bytes,
            row < row_alignment_bytes ? row : padded_row};
}

// What a plane takes on the device, up to where the next one may begin.
std::size_t device_bytes_of(ConstImageView view) {
    const std::size_t bytes = on_device(view, nullptr).extent_bytes();
    return (bytes + row_alignment_bytes - 1) / row_alignment_bytes * row_alignment_bytes;
}

// Waits for a stream when an exception leaves work on it that uses the caller's memory.
class Drain {
  public:
    explicit Drain(cudaStream_t stream) : stream_(stream) {}
    ~Drain() { discard(cudaStreamSynchronize(stream_)); }
    Drain(const Drain&) = delete;
    Drain& operator=(const Drain&) = delete;

  private:
    cudaStream_t stream_;
};

}  // namespace

Lane::Clock Lane::make_clock(int device) {
    const DeviceScope scope(device);
    return {};
}

Lane::Lane(int device) : device_(device), clock_(make_clock(device)) {}

void Lane::release_memory() noexcept {
    memory_ = {};
    staging_ = {};
}

// Memory is asked for in rows of one length, so that its amount does not depend on a picture's
// shape. A picture that does not fit must not keep the memory that others need.
std::byte* Lane::reserve(std::size_t bytes) {
    constexpr std::int64_t row_bytes = 65536;
    if (bytes > memory_.capacity_bytes()) {
        memory_ = {};
        const auto rows = (static_cast<std::int64_t>(bytes) + row_bytes - 1) / row_bytes;
        try {
            memory_ = DeviceImage(row_bytes, rows, 1);
        } catch (const CudaError& error) {
            if (error.is_out_of_memory()) release_memory();
            throw;
        }
    }
    return static_cast<std::byte*>(memory_.view().data);
}

std::size_t Lane::device_bytes_for(std::span<const PlanePair> planes) {
    std::size_t bytes = 0;
    for (const PlanePair& plane : planes)
        bytes += device_bytes_of(plane.src) + device_bytes_of(plane.dst);
    return bytes;
}

std::byte* Lane::staging(std::size_t bytes) {
    if (bytes > staging_.size_bytes()) {
        staging_ = {};
        staging_ = PinnedBuffer(bytes);
    }
    return staging_.data();
}

void Lane::place_on_device() {
    std::size_t bytes = 0;
    for (const Plane& plane : planes_)
        bytes += device_bytes_of(plane.given.src) + device_bytes_of(plane.given.dst);
    std::byte* next = reserve(bytes);
    const auto place = [&next](ConstImageView view) {
        const ImageView placed = on_device(view, next);
        next += device_bytes_of(view);
        return placed;
    };
    for (Plane& plane : planes_) {
        plane.device_src = place(plane.given.src);
        plane.device_dst = place(plane.given.dst);
    }
}

// One pinned buffer serves both ways: the stream has read the sources before it writes there.
void Lane::make_reachable() {
    std::size_t all_bytes = 0, up_bytes = 0, down_bytes = 0;
    for (const Plane& plane : planes_)
        all_bytes += plane.given.src.pixels_bytes();
    for (Plane& plane : planes_) {
        plane.reachable = plane.given;
        if (!is_reachable(plane.given.dst)) {
            plane.reachable.dst = packed(plane.given.dst, staging(all_bytes) + down_bytes);
            down_bytes += plane.given.dst.pixels_bytes();
        }
        if (!is_reachable(plane.given.src)) {
            const ImageView copy = packed(plane.given.src, staging(all_bytes) + up_bytes);
            copy_rows(plane.given.src, copy);
            plane.reachable.src = copy;
            up_bytes += copy.pixels_bytes();
        }
    }
}

void Lane::enqueue_turns(Turn turn, Method method) {
    cudaStream_t const stream = clock_.stream.get();
    items_.clear();
    for (const Plane& plane : planes_)
        items_.push_back({plane.device_src, plane.device_dst, turn});
    const std::size_t pixel_bytes = items_.front().src.pixel_bytes;
    const bool alike = std::all_of(items_.begin(), items_.end(), [&](const BatchItem& item) {
        return item.src.pixel_bytes == pixel_bytes;
    });
    if (alike && items_.size() > 1) return turn_batch_async(items_, method, stream);
    for (const BatchItem& item : items_)
        turn_async(item.src, item.dst, turn, method, stream);
}

void Lane::enqueue(Turn turn, Method method) {
    cudaStream_t const stream = clock_.stream.get();
    clock_.start.record_async(stream);
    for (const Plane& plane : planes_)
        copy_async(plane.reachable.src, plane.device_src, cudaMemcpyHostToDevice,
                   "uploading a picture", stream);
    clock_.uploaded.record_async(stream);
    enqueue_turns(turn, method);
    clock_.turned.record_async(stream);
    for (const Plane& plane : planes_)
        copy_async(plane.device_dst, plane.reachable.dst, cudaMemcpyDeviceToHost,
                   "downloading a picture", stream);
    clock_.done.record_async(stream);
}

LaneTimes Lane::turn(ConstImageView src, ImageView dst, Turn turn, Method method) {
    const PlanePair plane{src, dst};
    return this->turn(std::span(&plane, 1), turn, method);
}

LaneTimes Lane::turn(std::span<const PlanePair> planes, Turn turn, Method method) {
    planes_.clear();
    for (const PlanePair& plane : planes) {
        check_turn(plane.src, plane.dst, turn);
        if (!plane.src.empty()) planes_.push_back({.given = plane});
    }
    if (planes_.empty()) return {};
    const DeviceScope scope(device_);
    place_on_device();
    make_reachable();

    const Drain drain(clock_.stream.get());
    enqueue(turn, method);
    clock_.done.synchronize();
    for (const Plane& plane : planes_)
        if (plane.reachable.dst.data != plane.given.dst.data)
            copy_rows(plane.reachable.dst, plane.given.dst);
    return {elapsed_ms(clock_.start, clock_.uploaded), elapsed_ms(clock_.uploaded, clock_.turned),
            elapsed_ms(clock_.turned, clock_.done)};
}

}  // namespace turntile::gpu
