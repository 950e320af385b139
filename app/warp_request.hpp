// What the 32 threads of a warp ask for in one instruction, and what that costs: the arithmetic of
// memory coalescing. Needs no GPU.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace turntile::app {

inline constexpr unsigned warp_lanes = 32;
inline constexpr unsigned sector_bytes = 32;  ///< the least that moves between L1, L2 and DRAM
inline constexpr unsigned line_bytes = 128;   ///< what a tag of the L1 stands for: four sectors
inline constexpr unsigned bank_count = 32;    ///< of shared memory, a word of 4 bytes wide each
inline constexpr unsigned bank_bytes = 4;

/// One instruction of a warp: every lane reads or writes `bytes` bytes at its address.
struct WarpRequest {
    std::array<std::uint64_t, warp_lanes> addresses = {};
    unsigned bytes = bank_bytes;
};

/// The request whose lane i has the address `address(i)`.
WarpRequest make_request(const std::function<std::uint64_t(unsigned lane)>& address,
                         unsigned bytes = bank_bytes);

/// Distinct sectors that a request to global memory touches: the L1 asks the L2 for no others.
unsigned count_sectors(const WarpRequest& request);

/// Distinct lines that a request to global memory touches.
unsigned count_lines(const WarpRequest& request);

/// How often a request to shared memory is repeated because lanes want different words of one
/// bank: 0 if no two do. Lanes that want the same word share it. For accesses of 4 bytes.
unsigned count_bank_conflicts(const WarpRequest& request);

/// Bytes that pass between the L2 and DRAM.
struct DramBytes {
    std::uint64_t read = 0;
    std::uint64_t written = 0;
};

/// What all requests of a warp move when the whole launch has repeated them, warp by warp,
/// `span_bytes` further each time, through more memory than the L2 holds. Loads read distinct atoms
/// of `fetch_bytes`. Stores write distinct sectors, and first read those that they leave a part of
/// as it was. `span_bytes` is a multiple of 128, and `fetch_bytes` 32, 64 or 128.
DramBytes dram_bytes_of_loads(std::span<const WarpRequest> requests, std::uint64_t span_bytes,
                              std::uint64_t fetch_bytes);
DramBytes dram_bytes_of_stores(std::span<const WarpRequest> requests, std::uint64_t span_bytes);

}  // namespace turntile::app
