// Runs a plan: many files at once, each on its own way, results as they come.
#pragma once

#include <cstddef>
#include <functional>

#include "app/file_job.hpp"
#include "app/plan.hpp"
#include "app/publisher.hpp"
#include "app/shared_turner.hpp"

namespace turntile::app {

/// Files in work at one time, and so picture memory: one for each worker, and a few that wait
/// between stages.
int tokens_for(int jobs);

/// How many parcels `jobs` workers would share: files, or small files that travel together.
std::size_t count_parcels(const Plan& plan, int jobs);

/// Carries every job of `plan` out, on `jobs` threads. `report` gets each result, one at a time,
/// out of order. Asked to stop, or when a result stops the batch, it starts nothing new and returns
/// once what is in work has been finished or dropped.
void run_batch(const Plan& plan, const TurnCommand& command, int jobs, SharedTurner& turner,
               Publisher& publisher, const std::function<void(const FileResult&)>& report);

}  // namespace turntile::app
