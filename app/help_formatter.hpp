// What --help says beside the options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace turntile::app {

/// Says what each command takes; CLI11 knows only what it parses itself.
class HelpFormatter : public CLI::Formatter {
  public:
    HelpFormatter() { column_width(26); }

    std::string make_usage(const CLI::App* app, std::string name) const override;
    /// CLI11 shows what a flag stands for as --flag{value}.
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
};

/// What stands below the commands.
inline constexpr std::string_view help_footer =
    "Examples:\n"
    "  turntile rotate 90 photos/*.jpg -o turned/    a quarter turn clockwise, into a folder\n"
    "  turntile upright -i -r ~/Pictures             upright by the orientation tag, in place\n"
    "  turntile flip horizontal scan.tif -o mirrored.tif\n"
    "  turntile bench                                what this machine's GPU and CPU reach\n"
    "\n"
    "Exit codes: 0 done, or nothing to do; 1 some file failed, the others are done; 2 wrong usage "
    "or a\n"
    "refused plan, nothing was touched; 130, 143 interrupted, originals whole.\n";

}  // namespace turntile::app
