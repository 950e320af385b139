// Copies runs of bytes. Compiled once for each target.
#if defined(TURNTILE_CPU_RUNS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_RUNS_INL_HPP
#undef TURNTILE_CPU_RUNS_INL_HPP
#else
#define TURNTILE_CPU_RUNS_INL_HPP
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/blocks_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

/// Copies `bytes` bytes.
HWY_INLINE void copy_run(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
    std::size_t done = 0;
    for (; done + vector_bytes <= bytes; done += vector_bytes)
        hn::StoreU(hn::LoadU(Bytes8(), from + done), Bytes8(), to + done);
    if (done < bytes) std::memcpy(to + done, from + done, bytes - done);
}

/// Copies `bytes` bytes past the caches, which would only push out what is needed again. Cache
/// lines that are not covered in full go the usual way.
HWY_INLINE void stream_run(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
    const std::size_t head =
        std::min(bytes, (cache_line_bytes - reinterpret_cast<std::uintptr_t>(to) % cache_line_bytes) % cache_line_bytes);
    const std::size_t lines_end = head + (bytes - head) / cache_line_bytes * cache_line_bytes;
    if (head > 0) std::memcpy(to, from, head);
    for (std::size_t done = head; done < lines_end; done += vector_bytes)
        hn::Stream(hn::LoadU(Bytes8(), from + done), Bytes8(), to + done);
    if (lines_end < bytes) std::memcpy(to + lines_end, from + lines_end, bytes - lines_end);
}

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
