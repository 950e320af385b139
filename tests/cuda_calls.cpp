#include "tests/cuda_calls.hpp"

#include "tests/heap_allocations.hpp"

namespace turntile {

// What the wrapped functions below write to: the innermost CudaCalls of the thread, if there is
// one.
struct CudaCallCounter {
    static thread_local CudaCalls* now;

    static void launched(cudaStream_t stream) {
        if (now == nullptr) return;
        const int before = turntile::heap_allocations();
        now->launches_.push_back(stream);
        now->own_allocations_ += turntile::heap_allocations() - before;
    }
    static void called(const char* function) {
        if (now == nullptr) return;
        const int before = turntile::heap_allocations();
        ++now->others_[function];
        now->own_allocations_ += turntile::heap_allocations() - before;
    }
};

thread_local CudaCalls* CudaCallCounter::now = nullptr;

CudaCalls::CudaCalls() : allocations_before_(turntile::heap_allocations()) {
    CudaCallCounter::now = this;
}

CudaCalls::~CudaCalls() {
    CudaCallCounter::now = nullptr;
}

int CudaCalls::heap_allocations() const {
    return turntile::heap_allocations() - allocations_before_ - own_allocations_;
}

std::string CudaCalls::others() const {
    std::string text;
    for (const auto& [function, count] : others_)
        text += std::string(text.empty() ? "" : ", ") + function + " " + std::to_string(count);
    return text;
}

}  // namespace turntile

// The linker's names for what was wrapped. A function that is missing here cannot be reached: the
// list in CMakeLists.txt is the same.
using turntile::CudaCallCounter;
extern "C" {

cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**);
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                       void** arguments) {
    CudaCallCounter::launched(config->stream);
    return __real_cudaLaunchKernelExC(config, kernel, arguments);
}

cudaError_t __real_cudaMalloc(void**, std::size_t);
cudaError_t __wrap_cudaMalloc(void** memory, std::size_t bytes) {
    CudaCallCounter::called("cudaMalloc");
    return __real_cudaMalloc(memory, bytes);
}

cudaError_t __real_cudaMallocPitch(void**, std::size_t*, std::size_t, std::size_t);
cudaError_t __wrap_cudaMallocPitch(void** memory, std::size_t* pitch, std::size_t width,
                                   std::size_t height) {
    CudaCallCounter::called("cudaMallocPitch");
    return __real_cudaMallocPitch(memory, pitch, width, height);
}

cudaError_t __real_cudaMallocAsync(void**, std::size_t, cudaStream_t);
cudaError_t __wrap_cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t stream) {
    CudaCallCounter::called("cudaMallocAsync");
    return __real_cudaMallocAsync(memory, bytes, stream);
}

cudaError_t __real_cudaMallocHost(void**, std::size_t);
cudaError_t __wrap_cudaMallocHost(void** memory, std::size_t bytes) {
    CudaCallCounter::called("cudaMallocHost");
    return __real_cudaMallocHost(memory, bytes);
}

cudaError_t __real_cudaFree(void*);
cudaError_t __wrap_cudaFree(void* memory) {
    CudaCallCounter::called("cudaFree");
    return __real_cudaFree(memory);
}

cudaError_t __real_cudaDeviceSynchronize();
cudaError_t __wrap_cudaDeviceSynchronize() {
    CudaCallCounter::called("cudaDeviceSynchronize");
    return __real_cudaDeviceSynchronize();
}

cudaError_t __real_cudaStreamSynchronize(cudaStream_t);
cudaError_t __wrap_cudaStreamSynchronize(cudaStream_t stream) {
    CudaCallCounter::called("cudaStreamSynchronize");
    return __real_cudaStreamSynchronize(stream);
}

cudaError_t __real_cudaEventSynchronize(cudaEvent_t);
cudaError_t __wrap_cudaEventSynchronize(cudaEvent_t event) {
    CudaCallCounter::called("cudaEventSynchronize");
    return __real_cudaEventSynchronize(event);
}

cudaError_t __real_cudaSetDevice(int);
cudaError_t __wrap_cudaSetDevice(int device) {
    CudaCallCounter::called("cudaSetDevice");
    return __real_cudaSetDevice(device);
}

cudaError_t __real_cudaGetLastError();
cudaError_t __wrap_cudaGetLastError() {
    CudaCallCounter::called("cudaGetLastError");
    return __real_cudaGetLastError();
}

cudaError_t __real_cudaMemcpy(void*, const void*, std::size_t, cudaMemcpyKind);
cudaError_t __wrap_cudaMemcpy(void* dst, const void* src, std::size_t bytes, cudaMemcpyKind kind) {
    CudaCallCounter::called("cudaMemcpy");
    return __real_cudaMemcpy(dst, src, bytes, kind);
}

cudaError_t __real_cudaMemcpyAsync(void*, const void*, std::size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t __wrap_cudaMemcpyAsync(void* dst, const void* src, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
    CudaCallCounter::called("cudaMemcpyAsync");
    return __real_cudaMemcpyAsync(dst, src, bytes, kind, stream);
}

}  // extern "C"
