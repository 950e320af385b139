// Owners of CUDA resources: move-only, released when they go. (CUDA 13.1 brings cuda::stream and
// cuda::event; until that is common these few lines stand in for them.)
#pragma once

#include <cstddef>
#include <memory>

#include "turntile/cuda_handles.hpp"
#include "turntile/export.h"
#include "turntile/image_view.hpp"

namespace turntile::gpu {

namespace detail {

struct TURNTILE_EXPORT StreamDestroyer {
    using pointer = cudaStream_t;
    void operator()(cudaStream_t stream) const noexcept;
};
struct TURNTILE_EXPORT EventDestroyer {
    using pointer = cudaEvent_t;
    void operator()(cudaEvent_t event) const noexcept;
};
struct TURNTILE_EXPORT DeviceFreer {
    void operator()(void* memory) const noexcept;
};
struct TURNTILE_EXPORT PinnedFreer {
    void operator()(void* memory) const noexcept;
};

}  // namespace detail

/// Owns a non-blocking stream of the device that was current at construction.
class TURNTILE_EXPORT Stream {
  public:
    /// @throws CudaError
    Stream();
    cudaStream_t get() const noexcept { return handle_.get(); }
    /// Waits until all work enqueued so far is done. @throws CudaError
    void synchronize() const;

  private:
    std::unique_ptr<CUstream_st, detail::StreamDestroyer> handle_;
};

/// Owns an event that records time.
class TURNTILE_EXPORT Event {
  public:
    /// @throws CudaError
    Event();
    cudaEvent_t get() const noexcept { return handle_.get(); }
    /// Enqueues on `stream`; does not synchronise. @throws CudaError
    void record_async(cudaStream_t stream) const;
    /// Waits until the event has happened. @throws CudaError
    void synchronize() const;

  private:
    std::unique_ptr<CUevent_st, detail::EventDestroyer> handle_;
};

/// Milliseconds from `from` to `to`; both must have happened. @throws CudaError
TURNTILE_EXPORT float elapsed_ms(const Event& from, const Event& to);

/// Owns pitched device memory (cudaMallocPitch) for images of up to `capacity_bytes()`.
class TURNTILE_EXPORT DeviceImage {
  public:
    DeviceImage() = default;
    /// Memory for an image of width x height pixels of `pixel_bytes` bytes. Synchronises, as
    /// cudaMalloc does.
    /// @throws CudaError
    DeviceImage(std::int64_t width, std::int64_t height, std::size_t pixel_bytes);
    /// The whole image.
    ImageView view() const noexcept { return view_; }
    std::size_t capacity_bytes() const noexcept { return capacity_bytes_; }

  private:
    std::unique_ptr<void, detail::DeviceFreer> memory_;
    ImageView view_;
    std::size_t capacity_bytes_ = 0;
};

/// Owns pinned host memory (cudaMallocHost). Allocating takes tens of milliseconds: reuse it.
class TURNTILE_EXPORT PinnedBuffer {
  public:
    PinnedBuffer() = default;
    /// @throws CudaError
    explicit PinnedBuffer(std::size_t size_bytes);
    std::byte* data() const noexcept { return static_cast<std::byte*>(memory_.get()); }
    std::size_t size_bytes() const noexcept { return size_bytes_; }

  private:
    std::unique_ptr<void, detail::PinnedFreer> memory_;
    std::size_t size_bytes_ = 0;
};

}  // namespace turntile::gpu
