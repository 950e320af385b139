#include "app/plan.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <optional>

#include "app/console.hpp"
#include "app/find_inputs.hpp"
#include "app/option_values.hpp"
#include "app/plan_checks.hpp"
#include "app/resumed_plan.hpp"
#include "turntile/codec.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

bool is_there(const std::string& path) {
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0;
}

bool names_a_folder(const TurnCommand& command) {
    const std::string& output = *command.output;
    return output.back() == '/' || command.inputs.size() > 1 || command.recursive ||
           is_folder(output);
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
    const std::string& output = *command.output;
    if (into_folder && is_there(output) && !is_folder(output))
        throw UsageError(
            fmt::format("-o {}: there are several inputs, and that is a file", shown(output)));
    if (into_folder) return refuse_output_as_input(command);
    const std::string extension = fs::path(output).extension();
    if (!extension.empty() && !format_of_extension(extension))
        throw UsageError(
            fmt::format("-o {}: no format that can be written has that extension", shown(output)));
}

/// Makes jobs of inputs.
class Jobs {
  public:
    Jobs(Plan& plan, const TurnCommand& command, bool into_folder)
        : plan_(plan),
          turn_(command.request.turn),
          in_place_(command.in_place),
          into_folder_(into_folder) {
        if (command.output)
            output_ = into_folder ? JobPath{plan.texts.folder(*command.output)}
                                  : plan.texts.path(*command.output);
    }

    void add(const Input& input) {
        Job job;
        job.from = {plan_.texts.folder(input.folder), plan_.texts.keep(input.name)};
        if (!input.failure.empty()) job.reason = plan_.texts.keep(input.failure);
        job.to = target_of(input, job.from);
        job.id = input.id;
        job.size_bytes = input.size_bytes;
        job.hard_links = static_cast<std::uint32_t>(input.hard_links);
        job.turn = turn_;
        job.found = input.found;
        job.names_format = !in_place_ && !into_folder_;
        plan_.jobs.push_back(job);
    }

  private:
    JobPath target_of(const Input& input, JobPath from) {
        if (in_place_) return from;
        if (!into_folder_) return output_;
        if (input.below.empty()) return {output_.folder, from.name};
        return {plan_.texts.folder(std::string(*output_.folder).append(input.below)), from.name};
    }

    Plan& plan_;
    Turn turn_;
    bool in_place_;
    bool into_folder_;
    JobPath output_;
};

void replace_in_place(Plan& plan, const TurnCommand& command) {
    for (Job& job : plan.jobs) {
        refuse_hard_links(plan, job, command);
        job.replaces = job.replaces_source = true;
    }
}

}  // namespace

Plan make_plan(const TurnCommand& command, const PastRun* past) {
    Plan plan;
    const bool into_folder = !command.in_place && names_a_folder(command);
    if (!command.in_place) check_output(command, into_folder);

    Jobs jobs(plan, command, into_folder);
    InputFinder finder(command.recursive, into_folder ? file_id(*command.output) : std::nullopt);
    for (const std::string& path : command.inputs)
        finder.find(path, [&](const Input& input) { jobs.add(input); });
    plan.notes = finder.notes();
    drop_duplicates(plan);
    if (past != nullptr) leave_out_done(plan, *past);

    Refusals refusals;
    if (command.in_place)
        replace_in_place(plan, command);
    else
        check_targets(plan, command, refusals);
    refusals.throw_if_any();
    for (const Job& job : plan.jobs)
        plan.total_bytes += job.has_failed() ? 0 : job.size_bytes;
    return plan;
}

}  // namespace turntile::app
