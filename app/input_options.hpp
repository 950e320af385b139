// The options that say which files a run is about.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/options.hpp"

namespace turntile::app {

/// The words of these options as CLI11 read them.
struct InputWords {
    std::string files_from;
    std::string shard;
};

void add_input_options(CLI::App& command, InputWords& words, TurnCommand& result);

/// Completes `result`, whose output is known, by `inputs` and the values of `words`.
/// @throws UsageError
void read_input_words(const InputWords& words, std::vector<std::string> inputs,
                      TurnCommand& result);

/// Takes the one list that apply is about. @throws UsageError
void read_apply_words(const InputWords& words, const std::vector<std::string>& names,
                      TurnCommand& result);

}  // namespace turntile::app
