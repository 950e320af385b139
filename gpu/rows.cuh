// Rows of any alignment, from memory into shared memory and back, in whole chunks and sectors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/blocks.hpp"
#include "gpu/tile_geometry.hpp"

namespace turntile::gpu::tiles {

/// A run of bytes of each of several rows in memory.
template <class Byte>
struct Rows {
    Byte* first;               // the run in the first row
    std::int64_t pitch_bytes;  // to the next row
    unsigned count;            // rows that exist; more are left alone
    int begin;                 // the row's bytes are [begin, end), counted from the run's start,
    int end;                   // and cut to some length beyond any run
};

/// Cuts a distance in bytes to what an int holds, far beyond any run.
__device__ inline int cut(std::int64_t bytes) {
    constexpr std::int64_t far = 1 << 24;
    return static_cast<int>(min(max(bytes, -far), far));
}

/// How far an address is from the multiple of `alignment` below it.
template <unsigned alignment>
__device__ unsigned misalignment(const std::byte* address) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(address)) % alignment;
}

/// Starts to read a chunk into shared memory.
template <Read read>
__device__ void read_chunk(std::byte* to, const std::byte* from) {
#if __CUDA_ARCH__ >= 800
    const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
    if constexpr (read == Read::keep)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from)
                     : "memory");
    else if constexpr (read == Read::ahead_128)
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(shared), "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" ::"r"(shared), "l"(from)
                     : "memory");
#else
    *reinterpret_cast<uint4*>(to) = *reinterpret_cast<const uint4*>(from);
#endif
}

/// Starts to read a word into shared memory.
__device__ inline void read_word(std::byte* to, const std::byte* from) {
#if __CUDA_ARCH__ >= 800
    const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared), "l"(from) : "memory");
#else
    *reinterpret_cast<Word*>(to) = *reinterpret_cast<const Word*>(from);
#endif
}

/// Copies bytes [first, last) of a word. All reads are under way before the first write.
__device__ inline void copy_word_part(const std::byte* from, std::byte* to, int first, int last) {
    std::byte held[word_bytes];
#pragma unroll
    for (int b = 0; b < word_bytes; ++b)
        if (b >= first && b < last) held[b] = from[b];
#pragma unroll
    for (int b = 0; b < word_bytes; ++b)
        if (b >= first && b < last) to[b] = held[b];
}

/// Reads bytes [first, last) of a chunk into shared memory, word by word.
__device__ inline void read_part(std::byte* to, const std::byte* from, int first, int last) {
#pragma unroll 1
    for (int word = first / word_bytes * word_bytes; word < last; word += word_bytes)
        if (word >= first && word + word_bytes <= last)
            read_word(to + word, from + word);
        else
            copy_word_part(from + word, to + word, first - word, last - word);
}

/// Writes bytes [first, last) of a chunk.
__device__ inline void write_part(const std::byte* from, std::byte* to, int first, int last) {
#pragma unroll 1
    for (int b = first; b < last; ++b)
        to[b] = from[b];
}

/// Waits until every chunk of the block is there.
__device__ inline void wait_for_chunks() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
    __syncthreads();
}

/// Reads what `read_rows` leaves out at a row's ends: those of its first `chunks` chunks that are
/// only in part in the row. Each thread has rows of its own, so that all wait at once.
template <class L, int chunks, bool aligned, unsigned threads>
__device__ void read_row_ends(const Rows<const std::byte>& src, Word* stage) {
    const unsigned rows = min(src.count, L::rows);
#pragma unroll 1
    for (unsigned row = threadIdx.x; row < rows; row += threads) {
        const std::byte* from = src.first + row * src.pitch_bytes;
        const int back = aligned ? 0 : static_cast<int>(misalignment<sector_bytes>(from));
        from -= back;
        auto* const to = reinterpret_cast<std::byte*>(stage + L::at(row));
        const int first = max(src.begin + back, 0);
        const int last = min(src.end + back, chunks * chunk_bytes);
        const int first_whole = (first + chunk_bytes - 1) / chunk_bytes * chunk_bytes;
        const int last_whole = last / chunk_bytes * chunk_bytes;
        read_part(to, from, first, min(first_whole, last));
        read_part(to, from, max(last_whole, min(first_whole, last)), last);
    }
}

/// Reads runs at the rows' ends, or of which some do not exist. A function that is called, so that
/// its instructions do not lie between those of the runs that are whole: a kernel that starts cold
/// waits for memory at every jump.
template <class L, int chunks, bool aligned, unsigned threads, Read read>
__device__ __noinline__ void read_edge_rows(Rows<const std::byte> src, Word* stage) {
    constexpr unsigned lanes = lanes_for<chunks>;
    constexpr unsigned step = threads / lanes;
    const unsigned lane = threadIdx.x % lanes;
    const unsigned rows = min(src.count, L::rows);
#pragma unroll 1
    for (unsigned row = threadIdx.x / lanes; row < rows; row += step) {
        const std::byte* const from = src.first + row * src.pitch_bytes;
        const int back = aligned ? 0 : static_cast<int>(misalignment<sector_bytes>(from));
        const int at = static_cast<int>(lane * chunk_bytes) - back;
        auto* const to = reinterpret_cast<std::byte*>(stage + L::at(row)) + lane * chunk_bytes;
        if (lane < chunks && at >= src.begin && at + chunk_bytes <= src.end)
            read_chunk<read>(to, from + at);
    }
    read_row_ends<L, chunks, aligned, threads>(src, stage);
}

/// Starts to read the sectors that hold the first `run_bytes` bytes of each run. A row's first
/// sector goes to its first word: the run starts `misalignment` bytes later. Bytes outside of the
/// rows are not read.
template <class L, int run_bytes, bool aligned, unsigned threads, Read read>
__device__ void read_rows(const Rows<const std::byte>& src, Word* stage) {
    constexpr unsigned chunks = (run_bytes + chunk_bytes - 1) / chunk_bytes + (aligned ? 0 : 2);
    constexpr unsigned lanes = lanes_for<chunks>;
    constexpr unsigned step = threads / lanes;
    static_assert(chunks * chunk_bytes <= L::row_words * word_bytes && lanes <= threads);
    static_assert(step % L::group_rows == 0);

    constexpr int margin = aligned ? 0 : sector_bytes;
    const bool inside = src.count >= L::rows && src.begin <= -margin &&
                        src.end >= static_cast<int>(chunks * chunk_bytes);
    if (!inside)
        return read_edge_rows<L, static_cast<int>(chunks), aligned, threads, read>(src, stage);
    const unsigned lane = threadIdx.x % lanes;
    const unsigned first_row = threadIdx.x / lanes;
    if (lane >= chunks) return;
    const std::byte* from = src.first + first_row * src.pitch_bytes + lane * chunk_bytes;
    const std::int64_t stride = step * src.pitch_bytes;
    auto* const to = reinterpret_cast<std::byte*>(stage + L::at(first_row)) + lane * chunk_bytes;
#pragma unroll
    for (unsigned i = 0; i < (L::rows + step - 1) / step; ++i, from += stride)
        if (L::rows % step == 0 || first_row + i * step < L::rows)
            read_chunk<read>(
                to + i * L::at(step) * word_bytes,
                aligned ? from : from - misalignment<sector_bytes>(from - lane * chunk_bytes));
}

/// How late each row's run stands in its staged row, after `read_rows`: a number of bytes modulo a
/// sector's.
class Shifts {
  public:
    __device__ explicit Shifts(const Rows<const std::byte>& src)
        : first_(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(src.first))),
          step_(static_cast<unsigned>(src.pitch_bytes)) {}
    __device__ unsigned operator()(unsigned row) const { return first_ + row * step_; }

  private:
    unsigned first_;
    unsigned step_;
};

/// The words that start `shift` bytes modulo a sector's behind `from`: a block's row, or a strip.
template <class Words, bool aligned>
__device__ Words staged(const Word* from, unsigned shift) {
    if constexpr (aligned) {
        return *reinterpret_cast<const Words*>(from);
    } else {
        Words result;
        from += shift % sector_bytes / word_bytes;
        Word low = from[0];
#pragma unroll
        for (unsigned i = 0; i < sizeof(Words) / word_bytes; ++i) {
            const Word high = from[i + 1];
            result.words[i] = word_at(low, high, shift);
            low = high;
        }
        return result;
    }
}

/// Where staged rows lie against the runs that they are written to. A run is moved back to a
/// sector's start, and the staged row is slid until the run's chunks are the row's chunks but for
/// less than a word.
template <bool aligned>
class Alignment {
  public:
    /// Runs of `dst` start `offset` bytes behind the staged rows' first bytes.
    __device__ Alignment(const Rows<std::byte>& dst, int offset)
        : first_(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(dst.first))),
          step_(static_cast<unsigned>(dst.pitch_bytes)),
          offset_(offset) {}

    /// Bytes by which the run of row `row` is moved back.
    __device__ int back(unsigned row) const {
        return aligned ? 0 : static_cast<int>((first_ + row * step_) % sector_bytes);
    }
    /// Words by which the staged row is slid, 0 to 3.
    __device__ unsigned slide(unsigned row) const {
        return aligned ? 0 : static_cast<unsigned>(-(start(row) >> 2)) % chunk_words;
    }
    /// The word of the slid row that holds the moved run's first byte: a chunk's first.
    __device__ int word(unsigned row) const { return aligned ? 0 : ((start(row) >> 2) + 3) & ~3; }
    /// The bytes, modulo 4, that come before it in that word.
    __device__ unsigned shift(unsigned row) const {
        return aligned ? 0 : static_cast<unsigned>(start(row));
    }

  private:
    __device__ int start(unsigned row) const { return offset_ - back(row); }

    unsigned first_;
    unsigned step_;
    int offset_;
};

/// Stages words, at once where they are aligned on their own size.
template <bool aligned, class Words>
__device__ void stage_words(Word* to, const Words& words) {
    if constexpr (aligned) {
        *reinterpret_cast<Words*>(to) = words;
    } else {
#pragma unroll
        for (unsigned i = 0; i < sizeof(Words) / word_bytes; ++i)
            to[i] = words.words[i];
    }
}

/// The chunk that starts `shift` bytes modulo 4 into `words`, the first of a chunk.
template <bool aligned>
__device__ uint4 chunk_at(const Word* words, unsigned shift) {
    uint4 chunk = *reinterpret_cast<const uint4*>(words);
    if constexpr (!aligned) {
        const Word next = words[chunk_words];
        chunk = {word_at(chunk.x, chunk.y, shift), word_at(chunk.y, chunk.z, shift),
                 word_at(chunk.z, chunk.w, shift), word_at(chunk.w, next, shift)};
    }
    return chunk;
}

/// Writes runs at the rows' ends, or of which some do not exist. Called, as `read_edge_rows` is.
template <class L, int chunks, bool aligned, unsigned threads>
__device__ __noinline__ void write_edge_rows(const Word* stage, Rows<std::byte> dst,
                                             Alignment<aligned> alignment) {
    constexpr unsigned lanes = lanes_for<chunks>;
    constexpr unsigned step = threads / lanes;
    const unsigned lane = threadIdx.x % lanes;
    if (lane >= chunks) return;
    const unsigned rows = min(dst.count, L::rows);
#pragma unroll 1
    for (unsigned row = threadIdx.x / lanes; row < rows; row += step) {
        const int at = static_cast<int>(lane * chunk_bytes) - alignment.back(row);
        std::byte* const to = dst.first + row * dst.pitch_bytes + at;
        const Word* const words = stage + L::at(row) + lane * chunk_words + alignment.word(row);
        if (at >= dst.begin && at + chunk_bytes <= dst.end)
            *reinterpret_cast<uint4*>(to) = chunk_at<aligned>(words, alignment.shift(row));
        else
            write_part(
                reinterpret_cast<const std::byte*>(words) + alignment.shift(row) % word_bytes, to,
                max(dst.begin - at, 0), min(dst.end - at, chunk_bytes));
    }
}

/// Writes the first `run_bytes` bytes of each run, as far as they are in its row.
template <class L, int run_bytes, bool aligned, unsigned threads>
__device__ void write_rows(const Word* stage, const Rows<std::byte>& dst,
                           const Alignment<aligned>& alignment) {
    constexpr unsigned chunks = run_bytes / chunk_bytes;
    constexpr unsigned lanes = lanes_for<chunks>;
    constexpr unsigned step = threads / lanes;
    static_assert(run_bytes % chunk_bytes == 0 && lanes <= threads);
    static_assert(step % L::group_rows == 0);

    const bool inside =
        dst.count >= L::rows && dst.begin <= (aligned ? 0 : -sector_bytes) && dst.end >= run_bytes;
    if (!inside)
        return write_edge_rows<L, static_cast<int>(chunks), aligned, threads>(stage, dst,
                                                                              alignment);
    const unsigned lane = threadIdx.x % lanes;
    const unsigned first_row = threadIdx.x / lanes;
    if (lane >= chunks) return;
    std::byte* to = dst.first + first_row * dst.pitch_bytes + lane * chunk_bytes;
    const std::int64_t stride = step * dst.pitch_bytes;
    const Word* const from = stage + L::at(first_row) + lane * chunk_words;
#pragma unroll
    for (unsigned i = 0; i < (L::rows + step - 1) / step; ++i, to += stride) {
        const unsigned row = first_row + i * step;
        if (L::rows % step == 0 || row < L::rows)
            *reinterpret_cast<uint4*>(to - alignment.back(row)) = chunk_at<aligned>(
                from + i * L::at(step) + alignment.word(row), alignment.shift(row));
    }
}

}  // namespace turntile::gpu::tiles
