#include "app/access_prediction.hpp"

#include <functional>
#include <utility>
#include <vector>

#include "app/warp_request.hpp"

namespace turntile::app {
namespace {

using Requests = std::vector<WarpRequest>;

constexpr unsigned word = access_word_bytes;

// Lane i at `offset` + i * `spacing`, all in bytes.
WarpRequest evenly(std::uint64_t spacing, std::uint64_t offset = 0, unsigned bytes = word) {
    return make_request([=](unsigned lane) { return lane * spacing + offset; }, bytes);
}

WarpRequest permuted() {
    return make_request([](unsigned lane) { return std::uint64_t{lane * 13 % warp_lanes} * word; });
}

// What a warp of a streaming kernel asks for: loads, then stores. One item a lane; the next warp is
// 32 items further on.
std::pair<Requests, Requests> streamed(const AccessCase& row) {
    const std::uint64_t spacing = access_layout(row).spacing_bytes;
    const std::uint64_t offset = static_cast<std::uint64_t>(row.offset) * word;
    switch (row.kernel) {
        case AccessKernel::load:
        case AccessKernel::load_pinned:
        case AccessKernel::one_array: return {{evenly(spacing, offset)}, {}};
        case AccessKernel::load_permuted: return {{permuted()}, {}};
        case AccessKernel::store: return {{}, {evenly(spacing, offset)}};
        case AccessKernel::store_permuted: return {{}, {permuted()}};
        // In whatever order: each lane has a line of its own, and each line has its turn.
        case AccessKernel::load_random: return {{evenly(spacing)}, {}};
        case AccessKernel::store_random: return {{}, {evenly(spacing)}};
        case AccessKernel::one_of_12:
        case AccessKernel::one_of_16: return {{evenly(spacing)}, {}};
        case AccessKernel::all_of_12:
        case AccessKernel::three_of_16:
            return {{evenly(spacing), evenly(spacing, word), evenly(spacing, 2 * word)}, {}};
        case AccessKernel::whole_16: return {{evenly(spacing, 0, 4 * word)}, {}};
        // Three arrays, seen as one that they share: each has its own part of the span.
        case AccessKernel::three_arrays:
            return {{evenly(word), evenly(word, warp_lanes * word),
                     evenly(word, 2 * warp_lanes * word)},
                    {}};
        case AccessKernel::gather: return {{evenly(spacing)}, {evenly(word)}};
        default: return {};
    }
}

RequestCount count(const Requests& requests, std::uint64_t warps) {
    if (requests.empty()) return {};
    return {.requests = warps * requests.size(),
            .sectors_each = count_sectors(requests.front()),
            .lines_each = count_lines(requests.front())};
}

double sum(DramBytes bytes) {
    return static_cast<double>(bytes.read + bytes.written);
}

// Whether a sector is written in part by one warp and in part by the next: then it depends on the
// time between the two what is read and written.
bool shares_sectors(const AccessCase& row) {
    return row.kernel == AccessKernel::store && row.offset * word % sector_bytes != 0;
}

// Whether stores leave out every second sector or more: DRAM moves two at once, and what one alone
// costs the addresses do not say.
bool writes_single_sectors(const Requests& stores, std::uint64_t span_bytes) {
    return dram_bytes_of_loads(stores, span_bytes, 2 * sector_bytes).read >
           dram_bytes_of_stores(stores, span_bytes).written;
}

AccessPrediction predict_stream(const AccessCase& row, const AccessDevice& device) {
    const auto [loads, stores] = streamed(row);
    const std::uint64_t warps = access_items(row, device) / warp_lanes;
    AccessPrediction result;
    result.loads = count(loads, warps);
    result.stores = count(stores, warps);
    result.useful_bytes = access_useful_bytes(row, device);
    if (row.kernel == AccessKernel::load_pinned || shares_sectors(row)) return result;
    const std::uint64_t span = access_layout(row).spacing_bytes * warp_lanes;
    const bool dense_stores = row.kernel == AccessKernel::gather;
    const std::uint64_t stored_span = dense_stores ? warp_lanes * word : span;
    result.dram_bytes =
        static_cast<double>(warps) * (sum(dram_bytes_of_loads(loads, span, device.fetch_bytes)) +
                                      sum(dram_bytes_of_stores(stores, stored_span)));
    // In no order, address translation counts too.
    result.streams = row.kernel != AccessKernel::load_random &&
                     row.kernel != AccessKernel::store_random &&
                     row.kernel != AccessKernel::gather && !writes_single_sectors(stores, span);
    return result;
}

// The word of a square that lane `lane` of a block's first warp takes, in a block `width` wide.
WarpRequest in_square(const AccessCase& row, bool along_rows) {
    const auto width = static_cast<unsigned>(row.block_width);
    const auto pitch = static_cast<std::uint64_t>(row.side) * word;
    return make_request([=](unsigned lane) {
        const std::uint64_t x = lane % width, y = lane / width;
        return along_rows ? y * pitch + x * word : x * pitch + y * word;
    });
}

AccessPrediction predict_transpose(const AccessCase& row, const AccessDevice& device) {
    const std::uint64_t warps =
        static_cast<std::uint64_t>(row.side) * static_cast<std::uint64_t>(row.side) / warp_lanes;
    AccessPrediction result;
    result.useful_bytes = access_useful_bytes(row, device);
    result.dram_bytes = result.useful_bytes;  // every word is read once and written once
    const Requests rows = {in_square(row, true)};
    const Requests columns = {in_square(row, false)};
    switch (row.kernel) {
        case AccessKernel::naive_writes:
            result.loads = count(rows, warps);
            result.stores = count(columns, warps);
            break;
        case AccessKernel::tile: {
            result.loads = result.stores = count(rows, warps);
            result.shared_requests = 2 * warps;
            // Written along a row, read down a column.
            const auto pitch = static_cast<std::uint64_t>(row.tile_pitch) * word;
            result.bank_conflicts =
                warps * (count_bank_conflicts(evenly(word)) + count_bank_conflicts(evenly(pitch)));
            break;
        }
        case AccessKernel::texture_copied: result.dram_bytes.reset(); [[fallthrough]];
        case AccessKernel::texture_pitch:
        case AccessKernel::texture_array: result.stores = count(rows, warps); break;
        default: result.loads = count(columns, warps); result.stores = count(rows, warps);
    }
    return result;
}

}  // namespace

std::optional<AccessPrediction> predict(const AccessCase& row, const AccessDevice& device) {
    if (row.kernel == AccessKernel::gather_memcpy || row.kernel == AccessKernel::tiled ||
        row.kernel == AccessKernel::copy)
        return {};
    AccessPrediction result =
        row.side > 0 ? predict_transpose(row, device) : predict_stream(row, device);
    if (access_is_hot(row, device)) {
        result.dram_bytes.reset();
        result.streams = false;
    }
    return result;
}

std::optional<double> predict_percent(const AccessPrediction& row, const AccessPrediction& base) {
    if (!row.streams || !base.streams) return {};
    return 100 * *base.dram_overhead() / *row.dram_overhead();
}

}  // namespace turntile::app
