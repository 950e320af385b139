#include "app/output_names.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/console.hpp"
#include "app/option_values.hpp"
#include "turntile/codec.hpp"

namespace turntile::app {

std::string named_with_extension(std::string_view name, std::string_view extension) {
    std::filesystem::path path(name);
    const auto named = format_of_extension(path.extension().native());
    if (named == format_of_extension(extension)) return std::string(name);
    // What follows the last dot of IMG.2020 is no format, and stays.
    return named ? path.replace_extension(extension) : path += extension;
}

void name_by_format(Plan& plan, const TurnCommand& command) {
    if (command.format_extension.empty()) return;
    for (Job& job : plan.jobs) {
        if (job.writes_stdout) continue;
        if (!job.names_format) {
            job.to.name =
                plan.texts.keep(named_with_extension(job.to.name, command.format_extension));
            continue;
        }
        const auto named = format_of_extension(job.target().extension().native());
        if (named && named != command.photo.format)
            throw UsageError(fmt::format("-o {} and --format {} disagree",
                                         shown(job.target().native()), command.format_extension));
    }
}

}  // namespace turntile::app
