#include "app/request_text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

/// An option that is not in this list counts.
constexpr std::array<std::string_view, 25> without_influence = {
    "allow",         "backend",   "backup",        "break-links", "device",
    "device-memory", "dry-run",   "files-from",    "fsync",       "jobs",
    "json",          "log",       "max-memory",    "max-pixels",  "naive",
    "null",          "overwrite", "preserve-time", "progress",    "quiet",
    "recursive",     "resume",    "skip-existing", "tiled",       "verify"};

/// The same folder for every spelling, from wherever the run starts.
std::string absolute(const std::string& path) {
    std::error_code error;
    fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
    if (error) return path;
    if (!real.has_filename()) real = real.parent_path();
    return real;
}

}  // namespace

std::string request_text(const CLI::App& command, std::string_view subject) {
    std::string text = command.get_name();
    if (!subject.empty()) text.append(" ").append(subject);
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() == 0 || option->get_lnames().empty()) continue;
        const std::string& name = option->get_lnames().front();
        if (std::find(without_influence.begin(), without_influence.end(), name) !=
            without_influence.end())
            continue;
        text += " --" + name;
        for (const std::string& value : option->results())
            if (value != "true") text += "=" + (name == "output" ? absolute(value) : value);
    }
    return text;
}

}  // namespace turntile::app
