#include "app/plan.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <unordered_map>

#include "app/console.hpp"
#include "app/find_inputs.hpp"
#include "app/option_values.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_refusals = 10;

/// Collects why a plan is refused, and refuses it.
class Refusals {
  public:
    void add(const std::string& reason) {
        if (++count_ <= shown_refusals) text_ += "turntile: " + reason + "\n";
    }
    void throw_if_any() const {
        if (count_ == 0) return;
        std::string text = text_;
        if (count_ > shown_refusals)
            text += fmt::format("turntile: and {} more\n", count_ - shown_refusals);
        throw PlanRefused(text + "turntile: nothing was touched\n");
    }

  private:
    std::string text_;
    std::size_t count_ = 0;
};

bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

bool names_a_folder(const TurnCommand& command) {
    const std::string& output = *command.output;
    return output.back() == '/' || command.inputs.size() > 1 || command.recursive ||
           is_folder(output);
}

/// One spelling for each place: folders are looked up once, names that do not exist yet are fine.
class Places {
  public:
    std::string key(const fs::path& path) {
        const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
        auto known = folders_.find(folder.native());
        if (known == folders_.end()) {
            std::error_code error;
            fs::path real = fs::weakly_canonical(fs::absolute(folder), error);
            known =
                folders_.emplace(folder.native(), error ? folder.native() : real.native()).first;
        }
        return (fs::path(known->second) / path.filename()).native();
    }

  private:
    std::unordered_map<std::string, std::string> folders_;
};

/// The jobs of `inputs`, each file once; `ids` gets the file of each job.
std::vector<Job> jobs_of(Inputs inputs, const TurnCommand& command, bool into_folder, Plan& plan,
                         std::vector<FileId>& ids) {
    std::vector<Job> jobs;
    std::map<FileId, fs::path> seen;
    for (Input& input : inputs.files) {
        if (input.failure.empty()) {
            const auto [first, is_new] = seen.emplace(input.id, input.path);
            if (!is_new) {
                plan.notes.push_back(fmt::format("{} is the same file as {}: turned once",
                                                 shown(input.path.native()),
                                                 shown(first->second.native())));
                continue;
            }
        }
        Job job{.source = input.path,
                .size_bytes = input.size_bytes,
                .found = input.found,
                .failure = std::move(input.failure)};
        job.target = command.in_place ? job.source
                     : into_folder    ? fs::path(*command.output) / input.below
                                      : fs::path(*command.output);
        if (command.in_place && job.failure.empty() && input.hard_links > 1)
            job.failure =
                fmt::format("has {} names (hard links), of which one would be left as it was",
                            input.hard_links);
        plan.total_bytes += job.failure.empty() ? job.size_bytes : 0;
        jobs.push_back(std::move(job));
        ids.push_back(input.id);
    }
    return jobs;
}

void refuse_shared_targets(const std::vector<Job>& jobs, Refusals& refusals) {
    Places places;
    std::unordered_map<std::string, const Job*> by_target;
    for (const Job& job : jobs) {
        if (!job.failure.empty()) continue;
        const auto [other, is_new] = by_target.emplace(places.key(job.target), &job);
        if (!is_new)
            refusals.add(fmt::format("{} and {} would both be written to {}",
                                     shown(other->second->source.native()),
                                     shown(job.source.native()), shown(job.target.native())));
    }
}

void check_existing_targets(std::vector<Job>& jobs, const std::vector<FileId>& ids, bool overwrite,
                            Refusals& refusals) {
    std::map<FileId, const Job*> sources;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        if (jobs[i].failure.empty()) sources.emplace(ids[i], &jobs[i]);
    for (Job& job : jobs) {
        if (!job.failure.empty()) continue;
        struct stat status = {};
        if (::stat(job.target.c_str(), &status) != 0) continue;
        const auto source = sources.find({status.st_dev, status.st_ino});
        if (source != sources.end() && source->second != &job)
            refusals.add(fmt::format("{} would be written to {}, which is another input",
                                     shown(job.source.native()), shown(job.target.native())));
        else if (S_ISDIR(status.st_mode))
            job.failure =
                fmt::format("cannot be written: {} is a folder", shown(job.target.native()));
        else if (!overwrite)
            refusals.add(
                fmt::format("{} exists (--overwrite replaces it)", shown(job.target.native())));
        job.replaces = true;
    }
}

}  // namespace

Plan make_plan(const TurnCommand& command) {
    Plan plan;
    const bool into_folder = !command.in_place && names_a_folder(command);
    if (into_folder && fs::exists(*command.output) && !is_folder(*command.output))
        throw UsageError(fmt::format("-o {}: there are several inputs, and that is a file",
                                     shown(*command.output)));
    plan.one_named_output = !command.in_place && !into_folder;

    std::optional<fs::path> skipped_folder;
    if (into_folder) skipped_folder = *command.output;
    Inputs inputs = find_inputs(command.inputs, command.recursive, skipped_folder);
    plan.notes = std::move(inputs.notes);
    std::vector<FileId> ids;
    plan.jobs = jobs_of(std::move(inputs), command, into_folder, plan, ids);

    if (command.in_place) {
        for (Job& job : plan.jobs)
            job.replaces = true;
        return plan;
    }
    Refusals refusals;
    refuse_shared_targets(plan.jobs, refusals);
    check_existing_targets(plan.jobs, ids, command.overwrite, refusals);
    refusals.throw_if_any();
    return plan;
}

}  // namespace turntile::app
