// turntile bench turn
#pragma once

#include "app/options.hpp"

namespace turntile::app {

/// Times copy, naive and tiled side by side, on the GPU and the CPU. Returns the exit code.
int run(const BenchCommand& command);

}  // namespace turntile::app
