// Pictures for the benchmark, for whoever names no folder of his own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "turntile/turn.hpp"

namespace turntile::app {

/// A JPEG file with soft shapes and noise, which costs a codec about what a photograph does: half a
/// byte a pixel. The same `seed` gives the same file.
std::vector<std::byte> make_sample_photograph(Size size, std::uint32_t seed);

}  // namespace turntile::app
