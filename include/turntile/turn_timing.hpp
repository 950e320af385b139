// What a benchmark of turns measures, on either backend.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "turntile/turn.hpp"

namespace turntile {

/// One row of a benchmark: a turn of `batch` images of one size.
struct TurnCase {
    Size size;                    ///< of each source, in pixels
    std::size_t pixel_bytes = 3;  ///< 1, 2, 3, 4, 6, 8, 12 or 16
    bool tight_pitch = false;     ///< rows end to end, instead of the backend's padded pitch
    int batch = 1;                ///< images turned in one timed step
    Turn turn = Turn::rotate_90;

    /// Bytes read plus bytes written in one timed step.
    double bytes_moved() const {
        return 2.0 * static_cast<double>(size.width) * static_cast<double>(size.height) *
               static_cast<double>(pixel_bytes) * batch;
    }
};

/// Medians of the timed steps, in milliseconds, measured interleaved on random data.
struct TurnTimes {
    double copy_ms =
        0;  ///< the fastest device copy of the same bytes; memcpy of the rows on the CPU
    double naive_ms = 0;
    double tiled_ms = 0;
    std::optional<double> peer_ms;  ///< OpenCV's turn, where it was measured
    bool hot =
        false;  ///< the buffers fit four times into the last cache: the figures are the cache's
};

/// What one call costs the host until it returns: medians, in microseconds.
struct LaunchTimes {
    static constexpr std::int64_t side_px = 64;    ///< of the square image that is turned
    static constexpr std::size_t pixel_bytes = 3;  ///< of that image
    double empty_us = 0;                           ///< launching a kernel that does nothing
    double tiled_us = 0;                           ///< `gpu::turn_async`, tiled
    double naive_us = 0;                           ///< `gpu::turn_async`, naive
    double batch_us = 0;                           ///< `gpu::turn_batch_async` of one image
};

/// The median of `samples_ms`, which it reorders. 0 if there are none.
inline double median_ms(std::span<double> samples_ms) {
    if (samples_ms.empty()) return 0;
    const auto middle = samples_ms.begin() + static_cast<std::ptrdiff_t>(samples_ms.size() / 2);
    std::nth_element(samples_ms.begin(), middle, samples_ms.end());
    return *middle;
}

}  // namespace turntile
