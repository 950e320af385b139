// A request in one line: the same for all runs that would write the same files.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>

namespace turntile::app {

/// The command's name, `subject` (what follows it on the command line, in one spelling) and the
/// options that were given, but for those that change nothing in what is written: where it runs,
/// which of the files it takes, what it reports.
std::string request_text(const CLI::App& command, std::string_view subject);

}  // namespace turntile::app
