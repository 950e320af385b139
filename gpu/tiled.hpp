// The tiled turn: whole rows of memory on both sides, with the turning done in shared memory.
#pragma once

#include <span>

#include "turntile/cuda_handles.hpp"
#include "turntile/gpu.hpp"
#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile::gpu {

/// As `turn_async`, for views that were checked and are not empty.
void turn_tiled_async(ConstImageView src, ImageView dst, Turn turn, cudaStream_t stream);

/// As `turn_batch_async`, for items that were checked; empty images are left out.
void turn_tiled_batch_async(std::span<const BatchItem> items, cudaStream_t stream);

/// Loads the tiled kernels on the current device.
void load_tiled_kernels();

}  // namespace turntile::gpu
