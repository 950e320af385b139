// The benchmark of the CPU's turns.
#pragma once

#include <cstddef>
#include <functional>

#include "turntile/export.h"
#include "turntile/image_view.hpp"
#include "turntile/turn_timing.hpp"

namespace turntile::cpu {

/// How many pairs of images (a source, a destination) a benchmark rotates through.
struct PairPlan {
    std::size_t pairs = 1;
    bool hot = false;  ///< all pairs together do not exceed four times the last cache
};

/// Pairs of `pair_bytes` each that together exceed four times `last_cache_bytes`, but take less
/// than 1 GiB unless a single pair does.
PairPlan plan_pairs(std::size_t pair_bytes, std::size_t last_cache_bytes);

/// Somebody else's turn, to measure ours against.
using PeerTurn = std::function<void(ConstImageView src, ImageView dst, Turn turn)>;

/// Times `turn_case` on the threads of the caller's oneTBB arena: memcpy of the same rows, both
/// methods, and the peer if there is one, in turns. Padded rows are multiples of 64 bytes. A case
/// takes about a second, or one warm-up and one timed round of its steps if those take longer.
/// @throws std::invalid_argument for a size, batch or pixel size that cannot be turned
TURNTILE_EXPORT TurnTimes time_turn(const TurnCase& turn_case, const PeerTurn& peer = {});

}  // namespace turntile::cpu
