#include "app/plan.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <map>
#include <optional>
#include <unordered_map>

#include "app/console.hpp"
#include "app/find_inputs.hpp"
#include "app/option_values.hpp"
#include "turntile/codec.hpp"

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

/// What is at `path`, links followed; a link that leads nowhere stands for itself. Nothing if there
/// is nothing.
std::optional<struct stat> status_at(const fs::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0 || ::lstat(path.c_str(), &status) == 0) return status;
    return std::nullopt;
}

/// One key for each place that a file can be written to, however it is spelled. Folders are looked
/// up once; names that do not exist yet are fine.
class Places {
  public:
    std::string key(const fs::path& path) {
        if (const auto status = status_at(path))
            return fmt::format("{}:{}", status->st_dev, status->st_ino);
        const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
        auto known = folders_.find(folder.native());
        if (known == folders_.end()) {
            std::error_code error;
            const fs::path absolute = fs::absolute(folder, error);
            const fs::path real = fs::weakly_canonical(absolute, error);
            known =
                folders_.emplace(folder.native(), error ? folder.native() : real.native()).first;
        }
        return (fs::path(known->second) / path.filename()).native();
    }

  private:
    std::unordered_map<std::string, std::string> folders_;
};

/// Replacing one name of a file would leave its other names with the old picture.
void refuse_hard_links(Job& job) {
    if (job.failure.empty() && job.hard_links > 1)
        job.failure =
            fmt::format("has {} names (hard links), of which the others would be left as they are",
                        job.hard_links);
}

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
        job.hard_links = input.hard_links;
        if (command.in_place) refuse_hard_links(job);
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

/// Looks at what is where `job` is to be written, and says so in the job, or refuses.
void check_existing_target(Job& job, const Job* source_there, mode_t mode, bool overwrite,
                           Refusals& refusals) {
    if (source_there != nullptr && source_there != &job)
        refusals.add(fmt::format("{} would be written to {}, which is another input",
                                 shown(job.source.native()), shown(job.target.native())));
    else if (S_ISDIR(mode))
        job.failure = fmt::format("cannot be written: {} is a folder", shown(job.target.native()));
    else if (!overwrite)
        refusals.add(
            fmt::format("{} exists (--overwrite replaces it)", shown(job.target.native())));
    else if (!S_ISREG(mode))
        job.failure =
            fmt::format("cannot be written: {} is no regular file", shown(job.target.native()));
    else if (source_there == &job)
        refuse_hard_links(job);
    job.replaces = true;
    job.replaces_source = source_there == &job;
}

void check_existing_targets(std::vector<Job>& jobs, const std::vector<FileId>& ids, bool overwrite,
                            Refusals& refusals) {
    std::map<FileId, const Job*> sources;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        if (jobs[i].failure.empty()) sources.emplace(ids[i], &jobs[i]);
    for (Job& job : jobs) {
        if (!job.failure.empty()) continue;
        const auto status = status_at(job.target);
        if (!status) continue;
        const auto source = sources.find({status->st_dev, status->st_ino});
        check_existing_target(job, source == sources.end() ? nullptr : source->second,
                              status->st_mode, overwrite, refusals);
    }
}

/// Folders that would be read and written at once.
void refuse_output_as_input(const TurnCommand& command) {
    if (!command.recursive) return;
    const auto output = file_id(*command.output);
    for (const std::string& input : command.inputs)
        if (output && is_folder(input) && file_id(input) == output)
            throw UsageError(fmt::format(
                "{} is the output folder too (-i replaces the files in it)", shown(input)));
}

void check_output(const TurnCommand& command, bool into_folder) {
    const fs::path output = *command.output;
    if (into_folder && status_at(output) && !is_folder(output))
        throw UsageError(fmt::format("-o {}: there are several inputs, and that is a file",
                                     shown(output.native())));
    if (into_folder) return refuse_output_as_input(command);
    if (output.has_extension() && !format_of_extension(output.extension().native()))
        throw UsageError(fmt::format("-o {}: no format that can be written has that extension",
                                     shown(output.native())));
}

}  // namespace

Plan make_plan(const TurnCommand& command) {
    Plan plan;
    const bool into_folder = !command.in_place && names_a_folder(command);
    if (!command.in_place) check_output(command, into_folder);
    plan.one_named_output = !command.in_place && !into_folder;

    std::optional<fs::path> skipped_folder;
    if (into_folder) skipped_folder = *command.output;
    Inputs inputs = find_inputs(command.inputs, command.recursive, skipped_folder);
    plan.notes = std::move(inputs.notes);
    std::vector<FileId> ids;
    plan.jobs = jobs_of(std::move(inputs), command, into_folder, plan, ids);

    if (command.in_place) {
        for (Job& job : plan.jobs)
            job.replaces = job.replaces_source = true;
        return plan;
    }
    Refusals refusals;
    refuse_shared_targets(plan.jobs, refusals);
    check_existing_targets(plan.jobs, ids, command.overwrite, refusals);
    refusals.throw_if_any();
    return plan;
}

}  // namespace turntile::app
