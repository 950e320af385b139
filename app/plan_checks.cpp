#include "app/plan_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "app/console.hpp"
#include "app/find_inputs.hpp"
#include "app/real_paths.hpp"
#include "app/shard.hpp"
#include "io/backup.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_duplicates = 10;

/// What is at `path`, links followed; a link that leads nowhere stands for itself. Nothing if there
/// is nothing.
std::optional<struct stat> status_at(const std::string& path) {
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    if (S_ISLNK(status.st_mode)) {
        struct stat followed = {};
        if (::stat(path.c_str(), &followed) == 0) return followed;
    }
    return status;
}

std::string shown_source(const Job& job) {
    return shown(job.from.text());
}

std::string shown_target(const Job& job) {
    return shown(job.to.text());
}

/// The jobs that have work, in the order of their files, turns, and of the plan. A job's number in
/// the plan takes 4 bytes; there are no plans of 2^32 files.
std::vector<std::uint32_t> order_by_file(const std::vector<Job>& jobs) {
    std::vector<std::uint32_t> order;
    order.reserve(jobs.size());
    for (std::uint32_t i = 0; i < jobs.size(); ++i)
        if (jobs[i].has_work()) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto key = [&](std::uint32_t i) {
            return std::tuple(jobs[i].id, jobs[i].own_output, jobs[i].turn, i);
        };
        return key(a) < key(b);
    });
    return order;
}

/// Where something can be written, however it is spelled: a file that exists, or a name in a
/// folder.
struct Place {
    FileId id;
    const char* name = nullptr;  ///< in the folder `id`; null: the file `id`

    friend bool operator<(const Place& a, const Place& b) {
        if (a.id != b.id) return a.id < b.id;
        if (a.name == nullptr || b.name == nullptr) return a.name == nullptr && b.name != nullptr;
        return std::string_view(a.name) < std::string_view(b.name);
    }
    friend bool operator==(const Place& a, const Place& b) { return !(a < b) && !(b < a); }
};

/// Looks folders up, each once, also those that are still to be made.
class Folders {
  public:
    struct Known {
        FileId id;
        bool exists = false;
    };
    /// A folder that is to be made: `name` in the folder `id`.
    struct Made {
        FileId id;
        std::string name;
    };

    const Known& look_up(const std::string& folder) {
        const auto known = known_.find(folder);
        if (known != known_.end()) return known->second;
        const std::string path = folder.empty() ? "." : folder;
        if (const auto id = file_id(path)) return known_[folder] = {*id, true};
        std::error_code error;
        const fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
        return known_[folder] = {id_of_new(error ? fs::path(path) : real), false};
    }

    /// The folders that do not exist yet, by their absolute paths.
    const std::map<fs::path, Made>& new_ones() const { return made_; }

  private:
    /// A number for a folder that does not exist, on a device that does not exist; and for every
    /// one above it that does not.
    FileId id_of_new(fs::path path) {
        if (!path.has_filename()) path = path.parent_path();  // it ended in a slash
        if (const auto id = file_id(path)) return *id;
        const FileId id = {static_cast<dev_t>(-1),
                           numbers_.emplace(path, numbers_.size()).first->second};
        if (!made_.contains(path) && path.has_relative_path())
            made_[path] = {id_of_new(path.parent_path()), path.filename()};
        return id;
    }

    std::unordered_map<std::string, Known> known_;
    std::map<fs::path, ino_t> numbers_;
    std::map<fs::path, Made> made_;
};

/// The checks of one plan.
class TargetChecks {
  public:
    TargetChecks(Plan& plan, const TurnCommand& command, Refusals& refusals)
        : plan_(plan),
          jobs_(plan.jobs),
          command_(command),
          refusals_(refusals),
          by_file_(order_by_file(plan.jobs)) {}

    void run() {
        places_.resize(jobs_.size());
        for (const std::uint32_t i : by_file_)
            places_[i] = place_of(jobs_[i]);
        refuse_shared_places();
        refuse_folders_that_are_files();
    }

  private:
    Place place_of(Job& job) {
        const Folders::Known& folder = folders_.look_up(*job.to.folder);
        const auto status = folder.exists ? status_at(job.to.text()) : std::nullopt;
        if (!status) return {folder.id, job.to.name};
        const FileId id = {status->st_dev, status->st_ino};
        check_existing(job, id, status->st_mode);
        return {id};
    }

    void check_existing(Job& job, FileId id, mode_t mode) {
        const Job* reader = other_reader(job, id);
        job.replaces = true;
        job.replaces_source = id == job.id;
        if (command_.skip_existing && S_ISREG(mode))
            skip(job, "its output exists");
        else if (reader != nullptr)
            refusals_.add(fmt::format("{} would be written to {}, which is another input",
                                      shown_source(job), shown_target(job)));
        else if (!is_in(command_.shard, job))
            return;
        else if (S_ISDIR(mode))
            fail(job, fmt::format("cannot be written: {} is a folder", shown_target(job)));
        else if (!command_.overwrite && !command_.skip_existing)
            refusals_.add(
                fmt::format("{} exists (--overwrite replaces it, --skip-existing keeps it)",
                            shown_target(job)));
        else if (!S_ISREG(mode))
            fail(job, fmt::format("cannot be written: {} is no regular file", shown_target(job)));
        else if (job.replaces_source)
            refuse_hard_links(plan_, job, command_);
    }

    /// A job other than `job` that reads the file `id`.
    const Job* other_reader(const Job& job, FileId id) const {
        auto at = std::lower_bound(
            by_file_.begin(), by_file_.end(), id,
            [&](std::uint32_t i, const FileId& wanted) { return jobs_[i].id < wanted; });
        for (; at != by_file_.end() && jobs_[*at].id == id; ++at)
            if (&jobs_[*at] != &job) return &jobs_[*at];
        return nullptr;
    }

    void refuse_shared_places() {
        std::vector<std::uint32_t> order = by_file_;
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return places_[a] == places_[b] ? a < b : places_[a] < places_[b];
        });
        for (std::size_t i = 1; i < order.size(); ++i)
            if (places_[order[i]] == places_[order[i - 1]])
                refusals_.add(fmt::format(
                    "{} and {} would both be written to {}", shown_source(jobs_[order[i - 1]]),
                    shown_source(jobs_[order[i]]), shown_target(jobs_[order[i]])));
    }

    /// A file cannot be written where a folder is needed for another one.
    void refuse_folders_that_are_files() {
        std::vector<Place> files;
        for (const std::uint32_t i : by_file_)
            if (places_[i].name != nullptr) files.push_back(places_[i]);
        std::sort(files.begin(), files.end());
        for (const auto& [folder, place] : folders_.new_ones())
            if (std::binary_search(files.begin(), files.end(), Place{place.id, place.name.c_str()}))
                refusals_.add(fmt::format("{} would be a file, and the folder of other outputs",
                                          shown(folder.native())));
    }

    void fail(Job& job, const std::string& reason) { job.reason = plan_.texts.keep(reason); }
    void skip(Job& job, const std::string& reason) {
        fail(job, reason);
        job.is_skipped = true;
    }

    Plan& plan_;
    std::vector<Job>& jobs_;
    const TurnCommand& command_;
    Refusals& refusals_;
    std::vector<std::uint32_t> by_file_;
    std::vector<Place> places_;
    Folders folders_;
};

/// Whether one of the file's names is that of its backup: a run that kept one was interrupted
/// before it replaced the file.
bool has_backup(const Job& job, const std::string& suffix) {
    RealPaths real_paths;
    const fs::path path = real_paths(job.target());
    for (const std::string& end : {suffix, std::string(default_backup_suffix)})
        if (!end.empty() && file_id(io::backup_path(path, end)) == job.id) return true;
    return false;
}

}  // namespace

void drop_duplicates(Plan& plan, const TurnCommand& command, Refusals& refusals) {
    const std::vector<Job>& jobs = plan.jobs;
    const std::vector<std::uint32_t> order = order_by_file(jobs);
    std::map<std::uint32_t, std::uint32_t> first_of;  // for each that is dropped
    for (std::size_t i = 1; i < order.size(); ++i) {
        const std::uint32_t one = order[i - 1];
        const Job& job = jobs[order[i]];
        if (jobs[one].id != job.id || job.own_output) continue;
        if (jobs[one].turn == job.turn) {
            const auto earlier = first_of.find(one);
            first_of[order[i]] = earlier == first_of.end() ? one : earlier->second;
        } else if (command.in_place) {
            refusals.add(fmt::format("{} would be turned in place by {} and by {}",
                                     shown_source(job), name(jobs[one].turn), name(job.turn)));
        }
    }
    std::size_t noted = 0;
    for (const auto& [dropped, first] : first_of)
        if (++noted <= shown_duplicates)
            plan.notes.push_back(fmt::format("{} is the same file as {}: turned once",
                                             shown_source(plan.jobs[dropped]),
                                             shown_source(plan.jobs[first])));
    if (noted > shown_duplicates)
        plan.notes.push_back(
            fmt::format("and {} more names of the same files", noted - shown_duplicates));
    std::uint32_t index = 0;
    std::erase_if(plan.jobs, [&](const Job&) { return first_of.contains(index++); });
}

void refuse_hard_links(Plan& plan, Job& job, const TurnCommand& command) {
    if (!job.has_work() || job.hard_links <= 1 || command.break_links) return;
    if (job.hard_links == 2 && has_backup(job, command.publishing.backup_suffix)) return;
    job.reason = plan.texts.keep(fmt::format(
        "has {} names (hard links), of which the others would be left as they are (--break-links "
        "permits that)",
        job.hard_links));
}

void check_targets(Plan& plan, const TurnCommand& command, Refusals& refusals) {
    TargetChecks(plan, command, refusals).run();
}

}  // namespace turntile::app
