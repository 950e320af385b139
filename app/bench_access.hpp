// turntile bench access
#pragma once

#include "app/options.hpp"

namespace turntile::app {

/// Predicts what each access pattern of the lesson costs and, where there is a GPU, measures it.
/// Returns the exit code. @throws UsageError for a row that does not exist
int run(const AccessCommand& command);

}  // namespace turntile::app
