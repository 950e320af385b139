// What is to be done, decided before anything is touched: which files, and where each result goes.
// Files are looked at (stat), none is opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/options.hpp"

namespace turntile::app {

/// One file to turn.
struct Job {
    std::filesystem::path source;
    std::filesystem::path target = {};  ///< equal to `source` in place
    std::uint64_t size_bytes = 0;       ///< of the source file
    std::uint64_t hard_links = 1;       ///< names of the source file
    bool found = false;     ///< in a folder, not named: what is no image for us is passed over
    bool replaces = false;  ///< the target exists and may be replaced
    bool replaces_source = false;  ///< the target is the source, however it is named
    std::string failure;  ///< why there is nothing to do: a missing file, a folder without -r
};

struct Plan {
    std::vector<Job> jobs;
    std::vector<std::string> notes;
    bool one_named_output = false;  ///< -o names a file: its extension decides the format
    std::uint64_t total_bytes = 0;
};

/// The plan cannot be carried out without losing something: exit code 2, nothing was touched. The
/// message may have many lines.
class PlanRefused : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// @throws PlanRefused, UsageError
Plan make_plan(const TurnCommand& command);

}  // namespace turntile::app
