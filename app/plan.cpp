#include "app/plan.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>

#include "app/console.hpp"
#include "app/find_inputs.hpp"
#include "app/option_values.hpp"
#include "app/output_names.hpp"
#include "app/plan_checks.hpp"
#include "app/resumed_plan.hpp"
#include "app/shard.hpp"
#include "app/wanted_inputs.hpp"

namespace turntile::app {
namespace {

bool is_there(const std::string& path) {
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0;
}

/// Whether -o, where there is one, says the folder of the results, not the one result.
bool names_a_folder(const TurnCommand& command) {
    if (!command.output || command.files_from || command.turn_list) return true;
    const std::string& output = *command.output;
    if (output == "-") return false;
    return output.back() == '/' || command.inputs.size() > 1 || command.recursive ||
           is_folder(output);
}

/// A picture on a terminal is noise, and nobody types one.
void check_terminals(const TurnCommand& command) {
    if (command.reads_stdin() && ::isatty(STDIN_FILENO) != 0)
        throw UsageError("- is standard input, which is a terminal: send a picture there (< FILE)");
    if (command.writes_stdout() && !command.dry_run && ::isatty(STDOUT_FILENO) != 0)
        throw UsageError("-o - is standard output, which is a terminal: send it on (> FILE)");
}

void check_output(const TurnCommand& command, bool into_folder) {
    if (!command.output || command.writes_stdout()) return;
    const std::string& output = *command.output;
    if (into_folder && command.reads_stdin())
        throw UsageError(
            fmt::format("-o {}: what comes from standard input has no name: give -o "
                        "FILE, or -o -",
                        shown(output)));
    if (into_folder && is_there(output) && !is_folder(output))
        throw UsageError(
            fmt::format("-o {}: there are several inputs, and that is a file", shown(output)));
    if (!into_folder) check_extension(output);
}

/// Makes jobs of inputs.
class Jobs {
  public:
    Jobs(Plan& plan, const TurnCommand& command, bool into_folder)
        : plan_(plan), command_(command), into_folder_(into_folder) {
        if (command.output)
            output_ = into_folder ? JobPath{plan.texts.folder(*command.output)}
                                  : plan.texts.path(*command.output);
    }

    void add(const Input& input, const Wanted& wanted) {
        Job job;
        job.from = {plan_.texts.folder(input.folder), plan_.texts.keep(input.name)};
        if (!input.failure.empty()) job.reason = plan_.texts.keep(input.failure);
        job.id = input.id;
        job.size_bytes = input.size_bytes;
        job.hard_links = static_cast<std::uint32_t>(input.hard_links);
        job.turn = wanted.turn;
        job.found = input.found;
        job.own_output = !wanted.output.empty();
        set_target(job, input, wanted);
        plan_.jobs.push_back(job);
    }

    void add_stdin() {
        Job job;
        job.from = {plan_.texts.folder(""), "-"};
        job.turn = command_.request.turn;
        job.reads_stdin = true;
        set_target(job, {}, {});
        plan_.jobs.push_back(job);
    }

  private:
    void set_target(Job& job, const Input& input, const Wanted& wanted) {
        if (command_.in_place) {
            job.to = job.from;
        } else if (job.own_output) {
            const bool is_folder = wanted.output.ends_with('/') || input.found;
            job.names_format = !is_folder;
            job.to = is_folder ? JobPath{below(plan_.texts.folder(wanted.output), input.below),
                                         job.from.name}
                               : plan_.texts.path(wanted.output);
        } else if (into_folder_) {
            job.to = {below(output_.folder, input.below), job.from.name};
        } else {
            job.to = output_;
            job.writes_stdout = command_.writes_stdout();
            job.names_format = !job.writes_stdout;
        }
    }

    const std::string* below(const std::string* folder, std::string_view path) {
        return path.empty() ? folder : plan_.texts.folder(std::string(*folder).append(path));
    }

    Plan& plan_;
    const TurnCommand& command_;
    bool into_folder_;
    JobPath output_;
};

void find_jobs(Plan& plan, const TurnCommand& command, bool into_folder, Refusals& refusals) {
    Jobs jobs(plan, command, into_folder);
    if (command.reads_stdin()) return jobs.add_stdin();
    InputFinder finder(command.recursive,
                       command.output && into_folder ? file_id(*command.output) : std::nullopt);
    each_wanted(command, refusals, [&](const Wanted& wanted) {
        finder.find(wanted.path, [&](const Input& input) { jobs.add(input, wanted); });
    });
    plan.notes = finder.notes();
    if (plan.jobs.empty() && !command.recursive) plan.notes.emplace_back("the list names no file");
}

void replace_in_place(Plan& plan, const TurnCommand& command) {
    for (Job& job : plan.jobs) {
        refuse_hard_links(plan, job, command);
        job.replaces = job.replaces_source = true;
    }
}

void keep_shard(Plan& plan, const Shard& shard) {
    if (shard.count > 1)
        std::erase_if(plan.jobs, [&](const Job& job) { return !is_in(shard, job); });
}

}  // namespace

Plan make_plan(const TurnCommand& command, const PastRun* past) {
    Plan plan;
    const bool into_folder = !command.in_place && names_a_folder(command);
    check_terminals(command);
    check_output(command, into_folder);
    Refusals refusals;
    find_jobs(plan, command, into_folder, refusals);
    name_by_format(plan, command);
    drop_duplicates(plan, command, refusals);
    if (past != nullptr) leave_out_done(plan, *past);
    if (command.in_place)
        replace_in_place(plan, command);
    else if (!command.writes_stdout())
        check_targets(plan, command, refusals);
    refusals.throw_if_any();
    keep_shard(plan, command.shard);
    for (const Job& job : plan.jobs)
        plan.total_bytes += job.has_work() ? job.size_bytes : 0;
    return plan;
}

}  // namespace turntile::app
