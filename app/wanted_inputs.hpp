// What a run is asked for, name by name: from the command line, from a list of names, or from a
// list of turns.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/options.hpp"
#include "app/refusals.hpp"

namespace turntile::app {

/// A name, and what is asked for it. Borrows its texts for one call.
struct Wanted {
    std::string_view path;
    Turn turn = Turn::none;
    std::string output = {};  ///< a place of its own for the result, a folder if it ends in a
                              ///< slash; empty: as -o or -i says
};

bool is_folder(const std::string& path);

/// @throws UsageError if a picture cannot be written as `output`, whose extension is of no format
void check_extension(const std::string& output);

/// Hands over all that `command` asks for, in its order: names first, then the list. Lines of a
/// list of turns that make no sense are refused by their number.
/// @throws UsageError if a list cannot be read
void each_wanted(const TurnCommand& command, Refusals& refusals,
                 const std::function<void(const Wanted&)>& take);

}  // namespace turntile::app
