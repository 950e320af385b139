// What is found when all jobs of a plan are looked at together: files named twice, results that
// would be written over one another or over an input.
#pragma once

#include "app/plan.hpp"
#include "app/refusals.hpp"

namespace turntile::app {

/// Leaves one job for each file and turn, the first, with a note on the others. Jobs with a target
/// of their own stay. Refuses to turn a file in place by two turns.
void drop_duplicates(Plan& plan, const TurnCommand& command, Refusals& refusals);

/// Replacing one name of a file would leave its other names with the old picture: that job fails,
/// unless `command` says so. A backup of the file itself is no other name.
void refuse_hard_links(Plan& plan, Job& job, const TurnCommand& command);

/// Looks at what is where each job is to be written: refuses the plan, lets a job fail or be
/// skipped, or says in the job what it replaces. Outputs of other shards may exist.
void check_targets(Plan& plan, const TurnCommand& command, Refusals& refusals);

}  // namespace turntile::app
