// The naive turn: what a first CUDA kernel looks like, kept so that anyone can compare.
#pragma once

#include "turntile/cuda_handles.hpp"
#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile::gpu {

/// As `turn_async`, for views that were checked and are not empty.
void turn_naive_async(ConstImageView src, ImageView dst, Turn turn, cudaStream_t stream);

/// Loads the naive kernels on the current device.
void load_naive_kernels();

}  // namespace turntile::gpu
