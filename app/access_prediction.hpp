// What a row of `bench access` costs, predicted from the addresses of its warps. Needs no GPU.
#pragma once

#include <cstdint>
#include <optional>

#include "turntile/access_timing.hpp"

namespace turntile::app {

/// Requests of all warps of a launch to one kind of memory. All are alike.
struct RequestCount {
    std::uint64_t requests = 0;
    unsigned sectors_each = 0;
    unsigned lines_each = 0;

    std::uint64_t sectors() const { return requests * sectors_each; }
    std::uint64_t lines() const { return requests * lines_each; }
};

/// Counters of one launch of a row's kernel.
struct AccessPrediction {
    RequestCount loads;   ///< from global memory, textures left out
    RequestCount stores;  ///< to global memory
    std::uint64_t shared_requests = 0;
    std::uint64_t bank_conflicts = 0;  ///< requests to shared memory that were repeated
    double useful_bytes = 0;           ///< that the kernel is there to move
    std::optional<double> dram_bytes;  ///< read and written; none if the L2 holds it all
    bool streams = false;              ///< DRAM alone sets the pace

    /// DRAM bytes for each useful byte.
    std::optional<double> dram_overhead() const {
        if (!dram_bytes) return {};
        return *dram_bytes / useful_bytes;
    }
};

/// Predicts `row`. None where the work is not the lesson's kernel: gather_memcpy, tiled, copy.
std::optional<AccessPrediction> predict(const AccessCase& row, const AccessDevice& device);

/// The speed of `row`, in percent of that of `base`: the DRAM bytes decide. None where something
/// else may: rows that do not stream.
std::optional<double> predict_percent(const AccessPrediction& row, const AccessPrediction& base);

}  // namespace turntile::app
