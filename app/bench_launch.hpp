// turntile bench launch
#pragma once

#include "app/options.hpp"

namespace turntile::app {

/// Times what one call of the embedding library costs the host, beside an empty kernel's launch.
/// Returns the exit code.
int run(const LaunchCommand& command);

}  // namespace turntile::app
