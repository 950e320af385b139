#include "app/dry_run.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <memory>

#include "app/console.hpp"
#include "app/report.hpp"
#include "app/signals.hpp"
#include "app/usable_memory.hpp"

namespace turntile::app {
namespace {

std::string size_text(Size size) {
    return fmt::format("{}x{}", size.width, size.height);
}

/// Which turn the pixels get, and why that one: the file's tag comes first.
std::string turn_text(const FileResult& result, const TurnCommand& command) {
    const PhotoReport& photo = result.photo;
    const Turn asked = result.job->turn;
    std::string text = fmt::format("turned by {}", name(photo.turn));
    if (photo.source.orientation == Turn::none || command.request.ignore_orientation) return text;
    text += fmt::format(" (tag {}", static_cast<int>(photo.source.orientation));
    if (asked != Turn::none) text += fmt::format(", then {}", name(asked));
    return text + ")";
}

std::string photo_text(const FileResult& result, const TurnCommand& command) {
    const PhotoReport& photo = result.photo;
    const std::string before =
        fmt::format("{} {}", size_text(photo.source.size), name(photo.source.format));
    switch (photo.action) {
        case PhotoAction::turned:
        case PhotoAction::lossless:
            return fmt::format(
                "{}{}, {} -> {}{}", turn_text(result, command),
                photo.action == PhotoAction::lossless ? " without loss" : "", before,
                size_text(photo.size),
                photo.format == photo.source.format ? "" : fmt::format(" {}", name(photo.format)));
        case PhotoAction::copied:
            return fmt::format(
                "copied{}, {}",
                photo.source.orientation == photo.tag
                    ? ""
                    : fmt::format(", its orientation tag set to {}", static_cast<int>(photo.tag)),
                before);
        case PhotoAction::untouched: return fmt::format("untouched, {}", before);
    }
    return "?";
}

}  // namespace

void inspect_plan(const Plan& plan, const TurnCommand& command, int jobs,
                  const std::function<void(const FileResult&)>& report) {
    using JobPointer = std::shared_ptr<FileJob>;
    std::size_t at = 0;
    const auto source = tbb::make_filter<void, JobPointer>(
        tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) -> JobPointer {
            if (at == plan.jobs.size() || stop_signal() != 0) {
                control.stop();
                return nullptr;
            }
            const std::size_t index = at++;
            return std::make_shared<FileJob>(index, plan.jobs[index], command);
        });
    MemoryBudget memory(command.max_memory_bytes.value_or(usable_memory_bytes() / 2));
    const auto inspect = tbb::make_filter<JobPointer, JobPointer>(
        tbb::filter_mode::parallel, [&](const JobPointer& job) {
            job->preview(memory, command.publishing);
            return job;
        });
    const auto last = tbb::make_filter<JobPointer, void>(
        tbb::filter_mode::serial_in_order, [&](const JobPointer& job) { report(job->result()); });
    const auto workers = static_cast<std::size_t>(jobs);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
    tbb::parallel_pipeline(2 * workers, source & inspect & last);
}

std::string plan_line(const FileResult& result, const TurnCommand& command) {
    const Job& job = *result.job;
    std::string line = shown_source(job);
    if (!result.failure.empty())
        return fmt::format("{}: refused: {}\n", line, printable(result.failure));
    if (!result.skipped.empty())
        return fmt::format("{}: skipped: {}\n", line, printable(result.skipped));
    if (job.writes_stdout)
        line += " -> standard output";
    else if (!job.replaces_source)
        line += " -> " + shown(job.to.text());
    return fmt::format("{}: {}{}\n", line, photo_text(result, command),
                       job.replaces && !job.replaces_source ? ", replaces what is there" : "");
}

}  // namespace turntile::app
