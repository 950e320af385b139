#include "app/bench_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "app/access_report.hpp"
#include "app/access_rows.hpp"
#include "app/console.hpp"
#include "app/option_values.hpp"
#include "app/signals.hpp"
#include "app/wanted_device.hpp"
#include "pipeline/backend.hpp"

namespace turntile::app {
namespace {

using RowList = std::vector<const LessonRow*>;
using TimesByName = std::map<std::string, double>;  // milliseconds

// What is predicted for, and measured on if it is there.
struct Ground {
    AccessDevice device;
    std::string hardware;
    int index = 0;
    bool present = false;
};

Ground find_ground(const AccessCommand& command) {
    const CudaPresence cuda = find_cuda();
    if (cuda.devices.empty()) {
        say_note("no GPU: " + cuda.why_none + "; the predictions alone");
        return {.device = {},
                .hardware = "an H200: L2 60 MB, fetches of 64 B",
                .index = 0,
                .present = false};
    }
    const DeviceInfo& info = wanted_device(cuda, command.device);
    const AccessDevice device = access_device(info.index);
    return {.device = device,
            .hardware =
                fmt::format("{} {}, L2 {} MB, fetches of {} B, {}", info.name, info.architecture,
                            info.l2_bytes >> 20, device.fetch_bytes, cuda.versions),
            .index = info.index,
            .present = true};
}

bool is_wanted(const LessonRow& row, const std::vector<std::string>& only) {
    return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& name) {
               return name == row.name || name == row.group;
           });
}

void require_known(const std::vector<std::string>& only) {
    for (const std::string& name : only) {
        bool known = false;
        for (const LessonRow& row : lesson_rows())
            known = known || is_wanted(row, {name});
        if (known) continue;
        std::string groups;
        for (const LessonGroup& group : lesson_groups())
            groups += (groups.empty() ? "" : ", ") + group.name;
        throw UsageError(fmt::format(
            "--only: there is no row {}; without --only all are named, and there are the groups {}",
            shown(name), groups));
    }
}

RowList wanted_rows(const std::string& group, const std::vector<std::string>& only) {
    RowList rows;
    for (const LessonRow& row : lesson_rows())
        if (row.group == group && is_wanted(row, only)) rows.push_back(&row);
    return rows;
}

// The rows, and those that they are compared with.
RowList with_bases(RowList rows) {
    const RowList wanted = rows;
    for (const LessonRow* row : wanted)
        for (const std::string& name : compared_with(*row)) {
            const LessonRow* base = &lesson_row(name);
            if (std::find(rows.begin(), rows.end(), base) == rows.end()) rows.push_back(base);
        }
    return rows;
}

std::vector<AccessCase> cases_of(const RowList& rows) {
    std::vector<AccessCase> cases;
    for (const LessonRow* row : rows)
        cases.push_back(row->access);
    return cases;
}

TimesByName measure(const RowList& wanted, const Ground& ground) {
    const RowList rows = with_bases(wanted);
    const std::vector<double> times = time_accesses(cases_of(rows), ground.device, ground.index);
    TimesByName by_name;
    for (std::size_t i = 0; i < rows.size(); ++i)
        by_name[rows[i]->name] = times[i];
    return by_name;
}

double gbps(const LessonRow& row, const TimesByName& times, const AccessDevice& device) {
    return access_useful_bytes(row.access, device) / (times.at(row.name) * 1e6);
}

AccessResult result(const LessonRow& row, const TimesByName& times, const AccessDevice& device) {
    AccessResult result;
    result.row = &row;
    result.prediction = predict(row.access, device);
    result.hot = access_is_hot(row.access, device);
    const auto base = predict(lesson_row(row.base).access, device);
    if (result.prediction && base)
        result.predicted_percent = predict_percent(*result.prediction, *base);
    if (times.empty()) return result;

    const auto speed = [&](const std::string& name) {
        return gbps(lesson_row(name), times, device);
    };
    result.ms = times.at(row.name);
    result.gbps = speed(row.name);
    result.percent = 100 * *result.gbps / speed(row.base);
    if (const auto naive = naive_beside(row)) result.of_naive = *result.gbps / speed(*naive);
    if (const auto copy = copy_beside(row)) result.of_copy = *result.gbps / speed(*copy);
    return result;
}

std::vector<AccessResult> results(const RowList& rows, const Ground& ground, bool once) {
    TimesByName times;
    if (ground.present && once)
        run_accesses_once(cases_of(rows), ground.device, ground.index);
    else if (ground.present)
        times = measure(rows, ground);
    std::vector<AccessResult> list;
    for (const LessonRow* row : rows)
        list.push_back(result(*row, times, ground.device));
    return list;
}

}  // namespace

int run(const AccessCommand& command) {
    require_known(command.only);
    const Ground ground = find_ground(command);
    const bool timed = ground.present && !command.once;
    if (command.csv)
        print_access_csv_head();
    else if (!command.json)
        print(timed ? fmt::format("{}; random data, medians\n", ground.hardware)
                    : fmt::format("predictions for {}\n", ground.hardware));
    bool failed = false;
    for (const LessonGroup& group : lesson_groups()) {
        const RowList rows = wanted_rows(group.name, command.only);
        if (rows.empty()) continue;
        if (const int signal = stop_signal()) return 128 + signal;
        try {
            const std::vector<AccessResult> list = results(rows, ground, command.once);
            if (command.json)
                print_access_json(ground.hardware, list);
            else if (command.csv)
                print_access_csv(list);
            else
                print_access_table(group.heading, list);
        } catch (const std::exception& error) {
            // Of a device with little memory, say: the other groups go on.
            say_error(fmt::format("bench access: {}: {}", group.name, error.what()));
            failed = true;
        }
    }
    return failed ? 1 : 0;
}

}  // namespace turntile::app
