// What is to be done, decided before anything is touched: which files, and where each result goes.
// Files are looked at (stat), none is opened.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/job.hpp"
#include "app/options.hpp"

namespace turntile::app {

struct Plan {
    std::vector<Job> jobs;
    JobTexts texts;  ///< of the jobs
    std::vector<std::string> notes;
    std::uint64_t total_bytes = 0;  ///< of the files that are to be read
};

class PastRun;

/// The plan of `command`, without what `past`, if there is one, has done.
/// @throws PlanRefused, UsageError
Plan make_plan(const TurnCommand& command, const PastRun* past = nullptr);

}  // namespace turntile::app
