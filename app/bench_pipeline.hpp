// turntile bench pipeline
#pragma once

#include "app/options.hpp"

namespace turntile::app {

/// Times each stage of a batch alone, decoding and encoding together, and the whole command on the
/// same files. Returns the exit code. @throws UsageError, PlanRefused
int run(const PipelineCommand& command);

}  // namespace turntile::app
