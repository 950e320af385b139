#include "app/report.hpp"

#include <fmt/format.h>

#include "app/console.hpp"
#include "app/dry_run.hpp"

namespace turntile::app {
namespace {

constexpr std::size_t failures_shown_again = 20;

std::string failure_line(const FileResult& result) {
    return fmt::format("{}: {}", shown_source(*result.job), printable(result.failure));
}

}  // namespace

double megapixels(Size size) {
    return static_cast<double>(size.width) * static_cast<double>(size.height) / 1e6;
}

std::string shown_source(const Job& job) {
    return job.reads_stdin ? "standard input" : shown(job.from.text());
}

Report::Report(std::size_t planned, const TurnCommand& command)
    : command_(command),
      json_(command.json),
      quiet_(command.quiet),
      owns_stdout_(!command.json && (!command.writes_stdout() || command.dry_run)) {
    totals_.planned = planned;
}

void Report::add(const FileResult& result) {
    if (result.interrupted) {
        // Counted at the end, with the files that were never begun.
    } else if (!result.failure.empty()) {
        add_failure(result);
    } else if (!result.skipped.empty()) {
        ++totals_.skipped;
        add_note(result, "skipped: " + result.skipped);
    } else {
        add_photo(result);
    }
    if (json_)
        print(json_line(result));
    else if (result.dry_run && !result.interrupted)
        print(plan_line(result, command_));
}

/// The lines of a dry run on standard output name failures too; nobody needs them twice.
void Report::add_failure(const FileResult& result) {
    ++totals_.failed;
    if (result.dry_run && !json_) return;
    totals_.failures.push_back(failure_line(result));
    say_error(totals_.failures.back());
}

std::size_t& Report::count_of(PhotoAction action) {
    switch (action) {
        case PhotoAction::turned: break;
        case PhotoAction::lossless: return totals_.lossless;
        case PhotoAction::copied: return totals_.copied;
        case PhotoAction::untouched: return totals_.untouched;
    }
    return totals_.turned;
}

void Report::add_photo(const FileResult& result) {
    const PhotoReport& photo = result.photo;
    ++count_of(photo.action);
    if (photo.action == PhotoAction::turned && photo.could_be_lossless) ++totals_.could_be_lossless;
    totals_.megapixels += megapixels(photo.size);
    totals_.bytes_moved += static_cast<double>(photo.turning.bytes_moved);
    totals_.busy.read_ms += result.read_ms;
    totals_.busy.decode_ms += photo.decode_ms;
    totals_.busy.upload_ms += photo.turning.upload_ms;
    totals_.busy.turn_ms += photo.turning.turn_ms;
    totals_.busy.download_ms += photo.turning.download_ms;
    totals_.busy.encode_ms += photo.encode_ms;
    totals_.busy.lossless_ms += photo.lossless_ms;
    totals_.busy.verify_ms += photo.verify_ms;
    totals_.busy.write_ms += result.write_ms;
    if (photo.action == PhotoAction::turned) add_share(photo.turning);
    if (!photo.turning.lost_device.empty())
        note("a GPU is used no more: " + photo.turning.lost_device);
    if (!photo.turning.fallback.empty()) {
        ++totals_.fallbacks;
        add_note(result, "turned on the CPU: " + photo.turning.fallback);
    }
    for (const std::string& text : photo.notes)
        add_note(result, text);
}

void Report::add_share(const TurnReport& turning) {
    DeviceShare& share = totals_.devices[turning.device];
    ++share.images;
    share.bytes_moved += static_cast<double>(turning.bytes_moved);
    share.turn_ms += turning.turn_ms;
}

void Report::add_note(const FileResult& result, const std::string& text) {
    NoteCount& count = totals_.notes[text];
    if (count.files++ == 0) count.first = shown_source(*result.job);
}

void Report::note(const std::string& text) {
    if (!quiet_) say_note(text);
}

void Report::say_notes() const {
    for (const auto& [text, count] : totals_.notes) {
        const std::string others =
            count.files > 1 ? fmt::format(" and {} more", count.files - 1) : "";
        say_note(fmt::format("{}{}: {}", count.first, others, text));
    }
}

void Report::finish(const RunFacts& facts) {
    totals_.interrupted = totals_.planned - totals_.done() - totals_.skipped - totals_.failed;
    if (!quiet_) say_notes();
    if (!quiet_ && totals_.failures.size() > 1 && totals_.failed < totals_.planned) {
        say_error(fmt::format("{} of {} files failed:", totals_.failed, totals_.planned));
        for (std::size_t i = 0; i < totals_.failures.size() && i < failures_shown_again; ++i)
            say_error("  " + totals_.failures[i]);
        if (totals_.failures.size() > failures_shown_again)
            say_error(fmt::format("  and {} more", totals_.failures.size() - failures_shown_again));
    }
    if (json_) print(json_line(totals_, facts));
    if (quiet_) return;
    if (owns_stdout_)
        print(summary_text(totals_, facts));
    else
        print_error_text(summary_text(totals_, facts));
}

}  // namespace turntile::app
