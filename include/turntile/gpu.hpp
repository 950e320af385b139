// The turns on an NVIDIA GPU, on the caller's memory and stream.
#pragma once

#include <span>

#include "turntile/cuda_handles.hpp"
#include "turntile/export.h"
#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile::gpu {

/// Loads every kernel of this library on the current device. CUDA loads lazily, and a kernel's
/// first launch may allocate and synchronise; after this call `turn_async` does neither on this
/// device. May synchronise; call it once, at start.
/// @throws CudaError if there is no usable device
TURNTILE_EXPORT void load_kernels();

/// Writes `src` (width x height) turned by `turn` to `dst` (`turned(src.size(), turn)`, the same
/// pixel size). Both views are in memory that the current device can reach; any pitch and alignment
/// works, aligned rows are fastest; padding is neither read nor written. `Turn::none` copies; an
/// empty image is a no-op. Enqueues on `stream`; does not synchronise, allocate, or change the
/// device or the caller's last CUDA error.
/// @throws std::invalid_argument as `check_turn` does
/// @throws CudaError if the launch is refused
TURNTILE_EXPORT void turn_async(ConstImageView src, ImageView dst, Turn turn, Method method,
                                cudaStream_t stream);

/// The same by the tiled method.
inline void turn_async(ConstImageView src, ImageView dst, Turn turn, cudaStream_t stream) {
    turn_async(src, dst, turn, Method::tiled, stream);
}

/// One image of a batch: `src` turned by `turn` goes to `dst`.
struct BatchItem {
    ConstImageView src;
    ImageView dst;
    Turn turn = Turn::none;
};

/// Turns many images of one pixel size, each by its own turn, as `turn_async` does. By the tiled
/// method hundreds share a launch: many small images take as long as one large one. No
/// destination may overlap another item's memory. `items` may go as soon as the call returns.
/// Enqueues on `stream`; does not synchronise, allocate, or change the device or the caller's last
/// CUDA error. Nothing is enqueued if an item is wrong.
/// @throws std::invalid_argument as `check_turn` does, and for different pixel sizes
/// @throws CudaError if a launch is refused
TURNTILE_EXPORT void turn_batch_async(std::span<const BatchItem> items, Method method,
                                      cudaStream_t stream);

/// The same by the tiled method.
inline void turn_batch_async(std::span<const BatchItem> items, cudaStream_t stream) {
    turn_batch_async(items, Method::tiled, stream);
}

}  // namespace turntile::gpu
