// Copies across cache lines without loads that lie across two, where the target can join such lines
// in a register: a load across lines costs as much as 2 or 3 others on AMD. Compiled once for each
// target.
#if defined(TURNTILE_CPU_JOINED_LINES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_JOINED_LINES_INL_HPP
#undef TURNTILE_CPU_JOINED_LINES_INL_HPP
#else
#define TURNTILE_CPU_JOINED_LINES_INL_HPP
#endif

#include <cstddef>
#include <cstdint>

#include "cpu/blocks_inl.hpp"
#include "cpu/lines_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL

/// Whether the target has one instruction that joins two lines.
inline constexpr bool joins_lines = true;
static_assert(vector_bytes == line_bytes);

/// The line that begins `offset` bytes into one line, and ends in the next.
class LineJoin {
  public:
    HWY_INLINE explicit LineJoin(std::size_t offset)
        : bytes_(hn::Add(hn::Iota(VectorTag(), 0),
                         hn::Set(VectorTag(), static_cast<std::uint8_t>(offset)))) {}

    HWY_INLINE Vector operator()(Vector line, Vector next) const {
        return Vector{_mm512_permutex2var_epi8(line.raw, bytes_.raw, next.raw)};
    }

  private:
    Vector bytes_;  // their numbers, counted through both lines
};

/// Copies `Bytes` bytes, whole lines, from anywhere to where a cache line begins. Reads all of the
/// cache lines that they touch.
template <std::size_t Bytes>
HWY_INLINE void copy_lines(std::uint8_t* to, const std::uint8_t* from) {
    static_assert(Bytes % line_bytes == 0);
    const std::size_t offset = offset_in_line(from);
    if (offset == 0) {
#pragma GCC unroll 4
        for (std::size_t i = 0; i < Bytes; i += line_bytes)
            copy_line(to + i, from + i);
        return;
    }
    const LineJoin join(offset);
    const std::uint8_t* const lines = from - offset;
    Vector line = hn::Load(VectorTag(), lines);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Bytes; i += line_bytes) {
        const Vector next = hn::Load(VectorTag(), lines + i + line_bytes);
        hn::Store(join(line, next), VectorTag(), to + i);
        line = next;
    }
}

/// `write_run` for a run of `Bytes` bytes, whole lines, that is neither the first nor the last.
/// `run` and `unfinished` are whole cache lines; what the latter holds of the run before is joined
/// to `run`, and replaced by the last of `run`.
template <std::size_t Bytes>
HWY_INLINE void write_middle_run(std::uint8_t* to, const std::uint8_t* run,
                                 std::uint8_t* unfinished, bool past_caches) {
    static_assert(Bytes % line_bytes == 0);
    const std::size_t begin = offset_in_line(to);
    if (begin == 0) {
#pragma GCC unroll 4
        for (std::size_t i = 0; i < Bytes; i += line_bytes)
            write_line(to + i, run + i, past_caches);
        return;
    }
    const LineJoin join(line_bytes - begin);
    std::uint8_t* const lines = to - begin;
    Vector line = hn::Load(VectorTag(), unfinished);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Bytes; i += line_bytes) {
        const Vector next = hn::Load(VectorTag(), run + i);
        write_vector(lines + i, join(line, next), past_caches);
        line = next;
    }
    hn::Store(line, VectorTag(), unfinished);
}

#else

inline constexpr bool joins_lines = false;

template <std::size_t Bytes>
HWY_INLINE void copy_lines(std::uint8_t* to, const std::uint8_t* from) {
    for (std::size_t i = 0; i < Bytes; i += line_bytes)
        copy_line(to + i, from + i);
}

/// The run before's last line lies before `run`, too.
template <std::size_t Bytes>
HWY_INLINE void write_middle_run(std::uint8_t* to, const std::uint8_t* run,
                                 std::uint8_t* unfinished, bool past_caches) {
    write_run(to, run, Bytes, {.first = false, .last = false}, unfinished, past_caches);
}

#endif

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
