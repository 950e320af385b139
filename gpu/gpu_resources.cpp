#include "turntile/gpu_resources.hpp"

#include <cuda_runtime_api.h>

#include <string>

#include "gpu/check.hpp"

namespace turntile::gpu {

namespace detail {

void StreamDestroyer::operator()(cudaStream_t stream) const noexcept {
    discard(cudaStreamDestroy(stream));
}

void EventDestroyer::operator()(cudaEvent_t event) const noexcept {
    discard(cudaEventDestroy(event));
}

void DeviceFreer::operator()(void* memory) const noexcept {
    discard(cudaFree(memory));
}

void PinnedFreer::operator()(void* memory) const noexcept {
    discard(cudaFreeHost(memory));
}

}  // namespace detail

Stream::Stream() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
    handle_.reset(stream);
}

void Stream::synchronize() const {
    check(cudaStreamSynchronize(handle_.get()), "waiting for a stream");
}

Event::Event() {
    // Blocking: a thread that waits sleeps, so that another can decode meanwhile.
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventBlockingSync), "creating an event");
    handle_.reset(event);
}

void Event::record_async(cudaStream_t stream) const {
    check(cudaEventRecord(handle_.get(), stream), "recording an event");
}

void Event::synchronize() const {
    check(cudaEventSynchronize(handle_.get()), "waiting for an event");
}

float elapsed_ms(const Event& from, const Event& to) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, from.get(), to.get()), "reading an event's time");
    return milliseconds;
}

DeviceImage::DeviceImage(std::int64_t width, std::int64_t height, std::size_t pixel_bytes)
    : view_{nullptr, width, height, pixel_bytes, 0} {
    if (view_.empty()) return;
    void* memory = nullptr;
    const auto rows = static_cast<std::size_t>(height);
    const cudaError_t status =
        cudaMallocPitch(&memory, &view_.pitch_bytes, view_.row_bytes(), rows);
    if (status != cudaSuccess)
        fail(status, "allocating device memory for " + std::to_string(width) + "x" +
                         std::to_string(height) + " pixels of " + std::to_string(pixel_bytes) +
                         " bytes");
    memory_.reset(memory);
    view_.data = memory;
    capacity_bytes_ = view_.pitch_bytes * rows;
}

PinnedBuffer::PinnedBuffer(std::size_t size_bytes) {
    if (size_bytes == 0) return;
    void* memory = nullptr;
    const cudaError_t status = cudaMallocHost(&memory, size_bytes);
    if (status != cudaSuccess)
        fail(status, "allocating " + std::to_string(size_bytes) + " bytes of pinned memory");
    memory_.reset(memory);
    size_bytes_ = size_bytes;
}

}  // namespace turntile::gpu
