// Prints what `bench access` predicted and measured: as tables, JSON lines or CSV.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/access_prediction.hpp"
#include "app/access_rows.hpp"

namespace turntile::app {

/// One row's figures. What was not measured, or cannot be predicted, is missing.
struct AccessResult {
    const LessonRow* row = nullptr;
    std::optional<AccessPrediction> prediction;
    std::optional<double> predicted_percent;  ///< of the base row's speed
    bool hot = false;                         ///< the memory stays in the L2
    std::optional<double> ms;
    std::optional<double> gbps;     ///< useful bytes, 1e9 a second
    std::optional<double> percent;  ///< of the base row's speed
    std::optional<double> of_naive;
    std::optional<double> of_copy;
};

/// Whether the lessons' claim was found: "holds", "aged", or "" where there is no claim or no
/// measurement.
std::string_view verdict(const AccessResult& result);

/// Prints one group's table.
void print_access_table(const std::string& heading, const std::vector<AccessResult>& results);

/// Prints one JSON line for each row.
void print_access_json(const std::string& hardware, const std::vector<AccessResult>& results);

/// Prints the columns' names.
void print_access_csv_head();
/// Prints one line for each row.
void print_access_csv(const std::vector<AccessResult>& results);

}  // namespace turntile::app
