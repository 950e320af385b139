#include <stdexcept>
#include <string>

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

void turn_batch_async(std::span<const BatchItem> items, Method method, cudaStream_t stream) {
    for (const BatchItem& item : items) {
        check_turn(item.src, item.dst, item.turn);
        if (item.src.pixel_bytes != items.front().src.pixel_bytes)
            throw std::invalid_argument("turning a batch: pixels of " +
                                        std::to_string(item.src.pixel_bytes) + " bytes beside " +
                                        std::to_string(items.front().src.pixel_bytes));
    }
    if (method == Method::tiled) return turn_tiled_batch_async(items, stream);
    for (const BatchItem& item : items)
        if (!item.src.empty()) turn_naive_async(item.src, item.dst, item.turn, stream);
}

}  // namespace turntile::gpu
