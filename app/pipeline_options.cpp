#include "app/pipeline_options.hpp"

#include "app/option_values.hpp"

namespace turntile::app {

void add_pipeline_options(CLI::App& command, PipelineWords& words, PipelineCommand& result) {
    command.add_option("-j,--jobs", words.jobs, "Workers; by default one for each core")
        ->type_name("N");
    command.add_option("--backend", words.backend, "auto, cuda or cpu")->type_name("NAME");
    command.add_flag("--all-devices", result.all_devices, "Turn on every GPU, not on the first");
    command.add_flag("--json", result.json, "Report as JSON lines");
    command.add_flag("--csv", result.csv, "Report as CSV");
    command.allow_extras();
}

PipelineCommand read_pipeline_command(const PipelineWords& words, PipelineCommand result,
                                      const std::vector<std::string>& names) {
    if (names.size() > 1) throw UsageError("bench pipeline: one folder at most");
    if (!names.empty()) result.folder = names.front();
    if (!words.jobs.empty()) result.jobs = parse_number(words.jobs, 1, 1024, "-j");
    result.backend = parse_backend(words.backend);
    if (result.json && result.csv) throw UsageError("give one of --json and --csv");
    return result;
}

}  // namespace turntile::app
