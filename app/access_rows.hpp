// The rows of `bench access`: what the lessons on memory coalescing claim, and what tries it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "turntile/access_timing.hpp"

namespace turntile::app {

/// What the lessons say of a row, in their time's terms: its speed in percent of the base row's.
struct Claim {
    std::string text;  ///< for the table; empty if they say nothing
    double least_percent = 0;
    double most_percent = 0;
};

/// One row of the table.
struct LessonRow {
    std::string name;
    std::string group;  ///< rows of one group are timed in the same rounds
    AccessCase access;
    std::string base;  ///< the row whose speed is 100 %
    Claim claim;
    std::string note;  ///< why it is so, where it is not what the addresses say
};

/// A group's name, and the heading of its table.
struct LessonGroup {
    std::string name;
    std::string heading;
};

const std::vector<LessonGroup>& lesson_groups();
const std::vector<LessonRow>& lesson_rows();

/// The row of this name. It must exist.
const LessonRow& lesson_row(const std::string& name);

/// Rows that `row` is compared with: its base, and on the ladder the naive transpose and the copy.
std::vector<std::string> compared_with(const LessonRow& row);

/// The ladder's rows that the others of its size stand beside; none off the ladder.
std::optional<std::string> naive_beside(const LessonRow& row);
std::optional<std::string> copy_beside(const LessonRow& row);

}  // namespace turntile::app
