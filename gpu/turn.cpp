#include "gpu/naive.hpp"
#include "gpu/tiled.hpp"
#include "turntile/gpu.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::gpu {

void load_kernels() {
    load_naive_kernels();
    load_tiled_kernels();
}

void turn_async(ConstImageView src, ImageView dst, Turn turn, Method method, cudaStream_t stream) {
    check_turn(src, dst, turn);
    if (src.empty()) return;
    if (method == Method::naive)
        turn_naive_async(src, dst, turn, stream);
    else
        turn_tiled_async(src, dst, turn, stream);
}

}  // namespace turntile::gpu
