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
    src_image_ = {};
    dst_image_ = {};
    staging_ = {};
}

// Memory is asked for in rows of one length, so that its amount does not depend on a picture's
// shape.
void Lane::reserve(DeviceImage& image, std::size_t bytes) {
    constexpr std::int64_t row_bytes = 65536;
    if (bytes <= image.capacity_bytes()) return;
    image = {};
    const auto rows = (static_cast<std::int64_t>(bytes) + row_bytes - 1) / row_bytes;
    image = DeviceImage(row_bytes, rows, 1);
}

// A picture that does not fit must not keep the memory that others need.
void Lane::reserve_both(std::size_t src_bytes, std::size_t dst_bytes) {
    try {
        reserve(src_image_, src_bytes);
        reserve(dst_image_, dst_bytes);
    } catch (const CudaError& error) {
        if (error.is_out_of_memory()) release_memory();
        throw;
    }
}

// `view` in the pinned buffer.
ImageView Lane::staged(ConstImageView view) {
    if (view.pixels_bytes() > staging_.size_bytes()) {
        staging_ = {};
        staging_ = PinnedBuffer(view.pixels_bytes());
    }
    return packed(view, staging_.data());
}

void Lane::enqueue(ConstImageView src, ImageView dst, Turn turn, Method method) {
    const ImageView device_src = on_device(src, src_image_.view().data);
    const ImageView device_dst = on_device(dst, dst_image_.view().data);
    cudaStream_t const stream = clock_.stream.get();
    clock_.start.record_async(stream);
    copy_async(src, device_src, cudaMemcpyHostToDevice, "uploading a picture", stream);
    clock_.uploaded.record_async(stream);
    turn_async(device_src, device_dst, turn, method, stream);
    clock_.turned.record_async(stream);
    copy_async(device_dst, dst, cudaMemcpyDeviceToHost, "downloading a picture", stream);
    clock_.done.record_async(stream);
}

LaneTimes Lane::turn(ConstImageView src, ImageView dst, Turn turn, Method method) {
    check_turn(src, dst, turn);
    if (src.empty()) return {};
    const DeviceScope scope(device_);
    reserve_both(on_device(src, nullptr).extent_bytes(), on_device(dst, nullptr).extent_bytes());

    // One pinned buffer serves both ways: the stream has read the source before it writes there.
    const bool stage_dst = !is_reachable(dst);
    const ImageView reachable_dst = stage_dst ? staged(dst) : dst;
    ConstImageView reachable_src = src;
    if (!is_reachable(src)) {
        const ImageView copy = staged(src);
        copy_rows(src, copy);
        reachable_src = copy;
    }

    const Drain drain(clock_.stream.get());
    enqueue(reachable_src, reachable_dst, turn, method);
    clock_.done.synchronize();
    if (stage_dst) copy_rows(reachable_dst, dst);
    return {elapsed_ms(clock_.start, clock_.uploaded), elapsed_ms(clock_.uploaded, clock_.turned),
            elapsed_ms(clock_.turned, clock_.done)};
}

LanePool::Loan LanePool::borrow() {
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [&] { return !idle_.empty() || unmade_ > 0; });
    if (idle_.empty()) {
        made_.push_back(std::make_unique<Lane>(device_));
        --unmade_;
        idle_.reserve(made_.size());
        return {made_.back().get(), Return{this}};
    }
    Lane* const lane = idle_.back();
    idle_.pop_back();
    return {lane, Return{this}};
}

void LanePool::take_back(Lane* lane) noexcept {
    {
        const std::lock_guard lock(mutex_);
        idle_.push_back(lane);  // there is room for every lane that was made
    }
    returned_.notify_one();
}

}  // namespace turntile::gpu
