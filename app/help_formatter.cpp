#include "app/help_formatter.hpp"

#include <fmt/format.h>

namespace turntile::app {

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
    const std::string& command = app->get_name();
    if (app->get_parent() == nullptr) return fmt::format("Usage: {} COMMAND ... [OPTIONS]\n", name);
    if (command == "apply") return fmt::format("Usage: {} LIST [-o PATH | -i] [OPTIONS]\n", name);
    if (command == "rotate") name += " 90|180|270|-90";
    if (command == "flip") name += " horizontal|vertical";
    if (command == "tag") name += " 1..8";
    if (command == "pipeline") name += " [FOLDER]";
    const bool takes_files = app->get_option_no_throw("--output") != nullptr;
    return fmt::format("Usage: {}{} [OPTIONS]\n", name,
                       takes_files ? " INPUT... (-o PATH | -i)" : "");
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    const std::size_t open = name.find('{');
    if (open == std::string::npos) return name;
    const std::string value = name.substr(open + 1, name.find('}') - open - 1);
    return name.substr(0, open) + (value == "false" ? "" : "[=" + value + "]");
}

}  // namespace turntile::app
