// A plan that goes on where an interrupted run ended.
#pragma once

#include "app/past_run.hpp"
#include "app/plan.hpp"

namespace turntile::app {

/// Leaves out of `plan` what `past` has done, with a note. Jobs of which nobody can tell whether
/// they are done fail. The hidden files that killed runs left beside the others are removed.
/// @throws UsageError if something was done with another turn than it is to get now
void leave_out_done(Plan& plan, const PastRun& past);

}  // namespace turntile::app
