// Writes the destination in whole cache lines. Compiled once for each target.
#if defined(TURNTILE_CPU_LINES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_LINES_INL_HPP
#undef TURNTILE_CPU_LINES_INL_HPP
#else
#define TURNTILE_CPU_LINES_INL_HPP
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/blocks_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

/// Bytes from the begin of `address`'s cache line to it.
HWY_INLINE std::size_t offset_in_line(const std::uint8_t* address) {
    return reinterpret_cast<std::uintptr_t>(address) % line_bytes;
}

/// Begins to load the cache lines between `begin` and `end` into the second cache. (Inlined, like
/// all that calls it: GCC leaves out calls of functions that do nothing but prefetch.)
HWY_INLINE void fetch_lines(const std::uint8_t* begin, const std::uint8_t* end) {
    for (const std::uint8_t* line = begin - offset_in_line(begin); line < end; line += line_bytes)
        __builtin_prefetch(line, 0, 2);
}

/// Begins to load the cache line at `address` into the first cache, to be written. (The empty
/// statement keeps GCC from leaving out calls of functions that do nothing but this.)
HWY_INLINE void fetch_to_write(const std::uint8_t* address) {
    __builtin_prefetch(address, 1, 3);
    asm volatile("");
}

/// Copies a line from anywhere to anywhere.
HWY_INLINE void copy_line(std::uint8_t* to, const std::uint8_t* from) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < line_bytes; i += vector_bytes)
        hn::StoreU(hn::LoadU(VectorTag(), from + i), VectorTag(), to + i);
}

/// Copies `bytes` bytes from anywhere to anywhere.
HWY_INLINE void copy_bytes(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
    std::size_t done = 0;
    for (; done + vector_bytes <= bytes; done += vector_bytes)
        hn::StoreU(hn::LoadU(VectorTag(), from + done), VectorTag(), to + done);
    if (done < bytes) std::memcpy(to + done, from + done, bytes - done);
}

/// Writes a vector within one cache line: past the caches, or into them.
HWY_INLINE void write_vector(std::uint8_t* to, Vector bytes, bool past_caches) {
    if (past_caches)
        hn::Stream(bytes, VectorTag(), to);
    else
        hn::Store(bytes, VectorTag(), to);
}

/// Copies a line to a whole cache line, as `write_vector` does.
HWY_INLINE void write_line(std::uint8_t* to, const std::uint8_t* from, bool past_caches) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < line_bytes; i += vector_bytes)
        write_vector(to + i, hn::LoadU(VectorTag(), from + i), past_caches);
}

/// Copies `bytes` bytes: whole cache lines as `write_line` does, the ends byte by byte.
HWY_INLINE void write_bytes(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes,
                            bool past_caches) {
    const std::size_t head = std::min(bytes, (line_bytes - offset_in_line(to)) % line_bytes);
    if (head > 0) std::memcpy(to, from, head);
    std::size_t done = head;
    for (; done + line_bytes <= bytes; done += line_bytes)
        write_line(to + done, from + done, past_caches);
    if (done < bytes) std::memcpy(to + done, from + done, bytes - done);
}

/// Whether a run is the first, or the last, of those that make up a row.
struct RunPlace {
    bool first;
    bool last;
};

/// Writes the `bytes` bytes at `run` to `to`, after the run before it, whose last line lies before
/// `run`. If the run ends within a cache line that the next run will complete, its own last line
/// goes to `unfinished` instead, to be put before that run. So each line is written once, whatever
/// the row's alignment.
HWY_INLINE void write_run(std::uint8_t* to, const std::uint8_t* run, std::size_t bytes,
                          RunPlace place, std::uint8_t* unfinished, bool past_caches) {
    const std::size_t begin = offset_in_line(to);
    const std::size_t end = begin + bytes;
    std::uint8_t* const lines = to - begin;
    const std::uint8_t* const from = run - begin;
    std::size_t done = 0;
    if (place.first && begin > 0) {
        std::memcpy(to, run, std::min(line_bytes - begin, bytes));
        done = line_bytes;
    }
    for (; done + line_bytes <= end; done += line_bytes)
        write_line(lines + done, from + done, past_caches);
    if (done >= end) return;
    if (place.last)
        std::memcpy(lines + done, from + done, end - done);
    else
        copy_line(unfinished, run + bytes - line_bytes);
}

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
