// The lesson's kernels: what a textbook shows of memory coalescing, and nothing cleverer.
#pragma once

#include <cstdint>

#include "turntile/access_timing.hpp"
#include "turntile/cuda_handles.hpp"

namespace turntile::gpu {

using Word = std::uint32_t;

/// What a loading kernel does with what it has read, so that no compiler leaves the reading out:
/// thread t writes its sum to out[t] if that exceeds `limit`.
struct LessonSums {
    Word* out = nullptr;
    Word limit = ~Word{0};  ///< nothing exceeds it: nothing is written
};

/// Memory of one launch. Fields that the kernel does not use may be null.
struct LessonMemory {
    const Word* src = nullptr;
    Word* dst = nullptr;
    LessonSums sums;
    unsigned long long texture = 0;  ///< a cudaTextureObject_t that shows `src`
};

/// Enqueues `row`'s kernel, for all but gather_memcpy, tiled and copy. A kernel that streams has
/// `blocks` blocks. Does not synchronise.
/// @throws std::invalid_argument for a row that has no kernel
/// @throws CudaError
void launch_lesson_async(const AccessCase& row, std::uint64_t blocks, const LessonMemory& memory,
                         cudaStream_t stream);

}  // namespace turntile::gpu
