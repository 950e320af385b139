// Counts what a test program's own code and the turntile libraries in it ask of CUDA and of the
// heap. The linker hands the calls over (--wrap, in CMakeLists.txt).
#pragma once

#include <cuda_runtime_api.h>

#include <map>
#include <string>
#include <vector>

namespace turntile {

/// The calls of this thread while it lives.
class CudaCalls {
  public:
    CudaCalls();
    ~CudaCalls();
    CudaCalls(const CudaCalls&) = delete;
    CudaCalls& operator=(const CudaCalls&) = delete;

    /// Streams that kernels were launched on, in order.
    const std::vector<cudaStream_t>& launches() const { return launches_; }
    /// Calls that allocate, free, copy, wait, choose a device or take the last error: "cudaMalloc
    /// 2".
    std::string others() const;
    /// Allocations by operator new.
    int heap_allocations() const;

  private:
    friend struct CudaCallCounter;
    std::vector<cudaStream_t> launches_;
    std::map<std::string, int> others_;
    int allocations_before_;
    int own_allocations_ = 0;  // by the counting itself
};

}  // namespace turntile
