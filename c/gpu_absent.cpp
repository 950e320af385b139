// Stands in for gpu.cpp where turntile was built without a CUDA compiler.
#include "c/status.hpp"

namespace {

std::int32_t no_gpu() noexcept {
    return turntile::c::failed(TURNTILE_CUDA_ERROR, "turntile was built without CUDA");
}

}  // namespace

std::int32_t turntile_gpu_load_kernels(void) {
    return no_gpu();
}

std::int32_t turntile_gpu_turn_async(const turntile_image* /*src*/, const turntile_image* /*dst*/,
                                     std::int32_t /*turn*/, void* /*stream*/) {
    return no_gpu();
}

std::int32_t turntile_gpu_turn_batch_async(const turntile_batch_item* /*items*/,
                                           std::size_t /*count*/, void* /*stream*/) {
    return no_gpu();
}
