// Shows a plan without carrying it out: every file is read and its headers are inspected, nothing
// is written.
#pragma once

#include <functional>

#include "app/file_job.hpp"
#include "app/plan.hpp"

namespace turntile::app {

/// Inspects the files of `plan` on `jobs` threads. `report` gets what would become of each, one at
/// a time, in the plan's order. Asked to stop, it starts nothing new.
void inspect_plan(const Plan& plan, const TurnCommand& command, int jobs,
                  const std::function<void(const FileResult&)>& report);

/// What would be done with a file, on one line for a person: source, target, turn, or the reason
/// why not.
std::string plan_line(const FileResult& result, const TurnCommand& command);

}  // namespace turntile::app
