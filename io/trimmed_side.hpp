// Lengths along one side of a picture whose end was trimmed.
#pragma once

#include <algorithm>
#include <cstdint>

namespace turntile {

/// A stretch of a side: `length` from `start` on.
struct Stretch {
    std::int64_t start = 0;
    std::int64_t length = 0;
};

/// The part of `stretch` in front of `end`. What lies wholly behind it becomes the last unit.
constexpr Stretch cut(Stretch stretch, std::int64_t end) {
    if (stretch.start + stretch.length <= end) return stretch;
    const std::int64_t start = std::min(stretch.start, end - 1);
    return {start, end - start};
}

/// A side in pixels, and what is left of it.
struct TrimmedSide {
    std::int64_t whole = 1;
    std::int64_t kept = 1;

    constexpr bool is_trimmed() const { return kept != whole; }
    /// What is left where the whole side is `length` long, in whatever unit; both are below 2^31.
    constexpr std::int64_t kept_of(std::int64_t length) const {
        return (length * kept + whole / 2) / whole;
    }
};

}  // namespace turntile
