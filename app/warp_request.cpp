#include "app/warp_request.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace turntile::app {
namespace {

unsigned count_blocks(const WarpRequest& request, unsigned block_bytes) {
    std::set<std::uint64_t> blocks;
    for (const std::uint64_t address : request.addresses)
        for (std::uint64_t block = address / block_bytes;
             block <= (address + request.bytes - 1) / block_bytes; ++block)
            blocks.insert(block);
    return static_cast<unsigned>(blocks.size());
}

// Which bytes of a span are touched. The launch repeats the span end to end, so that what one warp
// touches behind its end, the warp before touches at its start.
std::vector<bool> touched_bytes(std::span<const WarpRequest> requests, std::uint64_t span_bytes) {
    std::vector<bool> touched(span_bytes);
    for (const WarpRequest& request : requests)
        for (const std::uint64_t address : request.addresses)
            for (unsigned i = 0; i < request.bytes; ++i)
                touched[(address + i) % span_bytes] = true;
    return touched;
}

// How many of the blocks of a span have a number of touched bytes that `counts` says count.
std::uint64_t count_if(const std::vector<bool>& touched, std::uint64_t block_bytes,
                       const std::function<bool(std::ptrdiff_t)>& counts) {
    std::uint64_t count = 0;
    const auto step = static_cast<std::ptrdiff_t>(block_bytes);
    for (auto block = touched.begin(); block != touched.end(); block += step)
        count += counts(std::count(block, block + step, true)) ? 1 : 0;
    return count;
}

bool any(std::ptrdiff_t touched) {
    return touched > 0;
}

}  // namespace

WarpRequest make_request(const std::function<std::uint64_t(unsigned lane)>& address,
                         unsigned bytes) {
    WarpRequest request;
    request.bytes = bytes;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        request.addresses[lane] = address(lane);
    return request;
}

unsigned count_sectors(const WarpRequest& request) {
    return count_blocks(request, sector_bytes);
}

unsigned count_lines(const WarpRequest& request) {
    return count_blocks(request, line_bytes);
}

unsigned count_bank_conflicts(const WarpRequest& request) {
    std::array<std::set<std::uint64_t>, bank_count> words;
    for (const std::uint64_t address : request.addresses)
        words[address / bank_bytes % bank_count].insert(address / bank_bytes);
    const auto fullest =
        std::max_element(words.begin(), words.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    return static_cast<unsigned>(fullest->size()) - 1;
}

DramBytes dram_bytes_of_loads(std::span<const WarpRequest> requests, std::uint64_t span_bytes,
                              std::uint64_t fetch_bytes) {
    const std::vector<bool> touched = touched_bytes(requests, span_bytes);
    return {.read = fetch_bytes * count_if(touched, fetch_bytes, any), .written = 0};
}

DramBytes dram_bytes_of_stores(std::span<const WarpRequest> requests, std::uint64_t span_bytes) {
    const std::vector<bool> touched = touched_bytes(requests, span_bytes);
    const auto in_part = [](std::ptrdiff_t bytes) { return bytes > 0 && bytes < sector_bytes; };
    return {.read = sector_bytes * count_if(touched, sector_bytes, in_part),
            .written = sector_bytes * count_if(touched, sector_bytes, any)};
}

}  // namespace turntile::app
