// Results' names where --format says what they are to be.
#pragma once

#include <string>
#include <string_view>

#include "app/plan.hpp"

namespace turntile::app {

/// `name` with `extension` (".png") in place of one that stands for another format, or behind what
/// is no format's.
std::string named_with_extension(std::string_view name, std::string_view extension);

/// Gives the results of `plan` names that fit `command`'s --format, where it has one.
/// @throws UsageError if -o names a file of another format
void name_by_format(Plan& plan, const TurnCommand& command);

}  // namespace turntile::app
