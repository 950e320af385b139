// turntile devices
#pragma once

#include "app/options.hpp"

namespace turntile::app {

/// Lists the backends and devices, and says which would be used. Creates no CUDA context. Returns
/// the exit code.
int run(const DevicesCommand& command);

}  // namespace turntile::app
