// Launching and loading kernels, with each call's own status checked.
#pragma once

#include <cuda_runtime.h>

#include "gpu/check.hpp"

namespace turntile::gpu {

/// Enqueues `kernel`. The caller's last CUDA error is neither read nor cleared.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream,
            const Arguments&... arguments) {
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.stream = stream;
    check(cudaLaunchKernelEx(&config, kernel, arguments...), "launching a kernel");
}

/// Loads `kernel` on the current device.
template <class... Parameters>
void load(void (*kernel)(Parameters...)) {
    cudaFuncAttributes attributes = {};
    check(cudaFuncGetAttributes(&attributes, kernel), "loading a kernel");
}

}  // namespace turntile::gpu
