#include "app/resumed_plan.hpp"

#include <fmt/format.h>

#include "app/real_paths.hpp"
#include "app/stale_temporaries.hpp"

namespace turntile::app {

void leave_out_done(Plan& plan, const PastRun& past) {
    RealPaths real_paths;
    StaleTemporaries stale;
    const std::size_t left_out = std::erase_if(plan.jobs, [&](Job& job) {
        if (!job.has_work()) return false;
        const std::filesystem::path path = real_paths(job.target());
        if (past.has_done(path, job.turn)) return true;
        if (past.is_unclear(path))
            job.reason = plan.texts.keep(
                "was under way when the run was interrupted, and has been replaced since, so that "
                "nobody can tell whether it was turned (without --resume it is turned)");
        else if (!past.is_dry())
            stale.remove_those_of(path);
        return false;
    });
    if (left_out > 0)
        plan.notes.push_back(
            fmt::format("{} {} done before", left_out, left_out == 1 ? "file was" : "files were"));
    if (stale.removed() > 0)
        plan.notes.push_back(fmt::format("{} hidden {} of a killed run removed", stale.removed(),
                                         stale.removed() == 1 ? "file" : "files"));
}

}  // namespace turntile::app
