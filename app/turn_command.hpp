// The commands that turn files.
#pragma once

#include "app/options.hpp"

namespace turntile::app {

/// Plans, runs and reports. Returns the exit code.
int run(const TurnCommand& command);

}  // namespace turntile::app
