// The options of turntile bench pipeline.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "app/options.hpp"

namespace turntile::app {

/// Its words as CLI11 read them.
struct PipelineWords {
    std::string jobs;
    std::string backend = "auto";
};

void add_pipeline_options(CLI::App& command, PipelineWords& words, PipelineCommand& result);

/// `names` are what is neither an option nor its value. @throws UsageError
PipelineCommand read_pipeline_command(const PipelineWords& words, PipelineCommand result,
                                      const std::vector<std::string>& names);

}  // namespace turntile::app
