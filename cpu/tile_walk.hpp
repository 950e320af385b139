// The order in which the tiles of an image are turned.
#pragma once

#include <algorithm>
#include <cstdint>

#include "turntile/turn.hpp"

namespace turntile::cpu {

/// Walks over the tiles of `part` strip by strip, from left to right; in each strip over its bands
/// (from the bottom up if `upwards`), and in each band from left to right. Only the last tiles of
/// the part, its strips and its bands are smaller than `tile`.
class TileWalk {
  public:
    TileWalk(Box part, Size tile, std::int64_t strip_width_px, bool upwards)
        : part_(part), tile_(tile), strip_width_(strip_width_px), upwards_(upwards) {}

    bool done() const { return strip_ >= part_.width || part_.height <= 0; }
    bool in_first_band() const { return band_ == 0; }
    bool in_last_band() const { return band_ + tile_.height >= part_.height; }
    /// The tile's distance from its strip's left edge.
    std::int64_t x_in_strip() const { return x_; }

    /// The tile that the walk has reached; empty when it is done.
    Box tile() const {
        if (done()) return {};
        const std::int64_t height = std::min(tile_.height, part_.height - band_);
        return {.x = part_.x + strip_ + x_,
                .y = part_.y + (upwards_ ? part_.height - band_ - height : band_),
                .width = std::min(tile_.width, strip_width() - x_),
                .height = height};
    }

    void advance() {
        x_ += tile_.width;
        if (x_ < strip_width()) return;
        x_ = 0;
        band_ += tile_.height;
        if (band_ < part_.height) return;
        band_ = 0;
        strip_ += strip_width_;
    }

  private:
    std::int64_t strip_width() const { return std::min(strip_width_, part_.width - strip_); }

    Box part_;
    Size tile_;
    std::int64_t strip_width_;
    bool upwards_;
    std::int64_t strip_ = 0;  // all three are distances from the part's, or the strip's, edge
    std::int64_t band_ = 0;
    std::int64_t x_ = 0;
};

}  // namespace turntile::cpu
