// What `bench access` runs: the lesson's kernels on memory coalescing, with their parameters.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace turntile {

/// A kernel of gpu/lesson_kernels.cu, or what it is compared with. Words have 4 bytes, like the
/// lessons' floats.
enum class AccessKernel {
    load,            ///< every `stride`-th word from `offset` on
    load_permuted,   ///< each warp's 32 words in another order
    load_random,     ///< the first word of every 128-byte line, the lines in another order
    load_pinned,     ///< from pinned host memory, from word `offset` on
    store,           ///< to where `load` reads
    store_permuted,  ///< to where `load_permuted` reads
    store_random,    ///< to where `load_random` reads
    one_of_12,       ///< one field of structures of three words
    all_of_12,       ///< all three, one after the other
    one_of_16,       ///< one field of structures of four words
    three_of_16,     ///< three, one after the other
    whole_16,        ///< whole structures, 16 bytes in one access
    one_array,       ///< one field, each field in an array of its own
    three_arrays,    ///< all three of them
    gather,          ///< the first word of every 128-byte line, stored densely
    gather_memcpy,   ///< the same by cudaMemcpy2D
    naive_writes,    ///< a transpose: one word a thread, reads along rows, writes down columns
    naive_reads,     ///< reads down columns, writes along rows
    naive_ldg,       ///< the same, read by __ldg
    naive_restrict,  ///< the same, read through a const __restrict__ pointer
    texture_pitch,   ///< the same, read through a texture of pitched memory
    texture_array,   ///< the same, read through a texture of a cudaArray
    texture_copied,  ///< the same, the copy into the array included
    tile,            ///< a transpose through shared memory, 32x32 words a block
    tiled,           ///< the product's
    copy             ///< the fastest copy within the device
};

/// One row of `bench access`.
struct AccessCase {
    AccessKernel kernel = AccessKernel::load;
    int stride = 1;           ///< words, of load and store
    int offset = 0;           ///< words, of load, load_pinned and store
    int side = 0;             ///< words, of a transposed square or its copy; a multiple of 32
    int block_width = 32;     ///< of the naive transposes: blocks of 256 threads
    int tile_pitch = 33;      ///< words from one row of a tile to the next: 32 or 33
    int pixels_a_thread = 4;  ///< of a tile: 1 or 4
};

/// What the predictions and the amount of work depend on. The defaults are an H200's.
struct AccessDevice {
    std::size_t l2_bytes = std::size_t{60} << 20;
    std::size_t fetch_bytes = 64;  ///< the L2 reads so many bytes from DRAM at a time, or more
    std::size_t footprint_bytes = std::size_t{1} << 31;  ///< a power of two

    /// Enough to leave nothing of one pass in the L2 for the next.
    constexpr std::size_t cold_bytes() const { return 4 * l2_bytes; }
    /// Pinned memory read in one pass.
    constexpr std::size_t pinned_bytes() const {
        const std::size_t enough = std::bit_ceil(cold_bytes());
        return enough < footprint_bytes ? enough : footprint_bytes;
    }
};

inline constexpr unsigned access_block_threads = 256;
/// Accesses of a thread that are under way at once.
inline constexpr unsigned access_items_a_thread = 8;
inline constexpr std::uint64_t access_items_a_block =
    std::uint64_t{access_block_threads} * access_items_a_thread;
inline constexpr std::size_t access_word_bytes = 4;
inline constexpr std::size_t access_line_bytes = 128;

/// How a kernel that streams through memory lays out its items (a word, a structure).
struct AccessLayout {
    std::size_t spacing_bytes = 0;  ///< from one item to the next; 0: it does not stream
    std::size_t useful_bytes = 0;   ///< of one item
};

constexpr AccessLayout access_layout(const AccessCase& row) {
    switch (row.kernel) {
        case AccessKernel::load:
        case AccessKernel::store:
            return {static_cast<std::size_t>(row.stride) * access_word_bytes, access_word_bytes};
        case AccessKernel::load_permuted:
        case AccessKernel::load_pinned:
        case AccessKernel::store_permuted:
        case AccessKernel::one_array: return {access_word_bytes, access_word_bytes};
        case AccessKernel::load_random:
        case AccessKernel::store_random:
        case AccessKernel::gather:
        case AccessKernel::gather_memcpy: return {access_line_bytes, access_word_bytes};
        case AccessKernel::one_of_12: return {3 * access_word_bytes, access_word_bytes};
        case AccessKernel::all_of_12:
        case AccessKernel::three_arrays: return {3 * access_word_bytes, 3 * access_word_bytes};
        case AccessKernel::one_of_16: return {4 * access_word_bytes, access_word_bytes};
        case AccessKernel::three_of_16: return {4 * access_word_bytes, 3 * access_word_bytes};
        case AccessKernel::whole_16: return {4 * access_word_bytes, 4 * access_word_bytes};
        default: return {};
    }
}

/// Blocks of threads of a kernel that streams: as many as the memory has room for. 0 for the
/// others.
constexpr std::uint64_t access_blocks(const AccessCase& row, const AccessDevice& device) {
    const std::size_t spacing_bytes = access_layout(row).spacing_bytes;
    if (spacing_bytes == 0) return 0;
    std::size_t bytes = device.footprint_bytes;
    if (row.kernel == AccessKernel::load_pinned) bytes = device.pinned_bytes();
    // A gather reads one half of the memory and writes to the other.
    if (row.kernel == AccessKernel::gather || row.kernel == AccessKernel::gather_memcpy) bytes /= 2;
    return bytes / (spacing_bytes * access_items_a_block);
}

/// Items that a kernel that streams goes through.
constexpr std::uint64_t access_items(const AccessCase& row, const AccessDevice& device) {
    return access_blocks(row, device) * access_items_a_block;
}

/// Whether one pass touches too little memory to leave the L2.
constexpr bool access_is_hot(const AccessCase& row, const AccessDevice& device) {
    const auto side = static_cast<std::size_t>(row.side);
    if (side > 0) return 2 * side * side * access_word_bytes < device.cold_bytes();
    if (row.kernel == AccessKernel::load_pinned) return device.pinned_bytes() < device.cold_bytes();
    return device.footprint_bytes < device.cold_bytes();
}

/// Bytes that the kernel is there to move: read, or written, or both where it does both.
constexpr double access_useful_bytes(const AccessCase& row, const AccessDevice& device) {
    if (row.side > 0) return 2.0 * static_cast<double>(access_word_bytes) * row.side * row.side;
    const bool both =
        row.kernel == AccessKernel::gather || row.kernel == AccessKernel::gather_memcpy;
    return static_cast<double>(access_items(row, device) * access_layout(row).useful_bytes) *
           (both ? 2 : 1);
}

}  // namespace turntile
