#include "app/past_run.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <type_traits>
#include <utility>

#include "app/console.hpp"
#include "app/option_values.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const RunLog& log, const std::string& reason) {
    throw UsageError(fmt::format("the log {}: {}", shown(log.path().native()), reason));
}

std::optional<FileMark> mark_at(const fs::path& path) {
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return mark_of(io::stamp_of(status));
}

LogLine parsed(const RunLog& log, std::size_t number, const std::string& text) {
    try {
        return parse_log_line(text);
    } catch (const std::exception&) {
        refuse(log, fmt::format("line {} is not one that turntile writes", number));
    }
}

void check_start(const RunLog& log, const LogLine& line, const LogStart& request) {
    const auto* const start = std::get_if<LogStart>(&line);
    if (start == nullptr) refuse(log, "does not begin as logs of turntile do");
    if (start->request != request.request)
        refuse(log, fmt::format("is that of another request: '{}', not '{}'",
                                printable(start->request), printable(request.request)));
}

}  // namespace

PastRun::PastRun(RunLog& log, const LogStart& request, bool is_dry) : is_dry_(is_dry) {
    read(log, request);
    settle(log);
}

void PastRun::read(RunLog& log, const LogStart& request) {
    std::ifstream file(log.path(), std::ios::binary);
    if (!file) refuse(log, "cannot be read");
    std::string text;
    std::uint64_t whole_bytes = 0;
    std::size_t number = 0;
    while (std::getline(file, text) && !file.eof()) {
        LogLine line = parsed(log, ++number, text);
        whole_bytes += text.size() + 1;
        if (number == 1)
            check_start(log, line, request);
        else
            apply(std::move(line));
    }
    if (file.bad()) refuse(log, "cannot be read");
    // The run ended before it wrote its first line, so it has done nothing.
    const bool is_empty = number == 0 && text.empty();
    if (number == 0 && !is_empty) refuse(log, "does not begin as logs of turntile do");
    if (is_dry_) return;
    if (is_empty) log.begin(request);
    if (!text.empty()) log.cut(whole_bytes);
}

void PastRun::apply(LogLine line) {
    if (auto* const intent = std::get_if<LogIntent>(&line)) {
        std::string path = intent->path.native();
        open_.insert_or_assign(std::move(path), std::move(*intent));
    } else if (const auto* const done = std::get_if<LogDone>(&line)) {
        open_.erase(done->path.native());
        done_.insert_or_assign(done->path.native(), done->turn);
    }
}

void PastRun::settle(RunLog& log) {
    for (auto at = open_.begin(); at != open_.end();) {
        const LogIntent& intent = at->second;
        const fs::path hidden_path = intent.path.parent_path() / intent.hidden_name;
        const std::optional<FileMark> hidden = mark_at(hidden_path);
        const IntentOutcome outcome = outcome_of(intent, mark_at(intent.path), hidden);
        if (hidden == intent.hidden && !is_dry_) ::unlink(hidden_path.c_str());
        if (outcome == IntentOutcome::published) {
            if (!is_dry_) log.add(LogDone{intent.path, intent.turn});
            done_.insert_or_assign(at->first, intent.turn);
        }
        at = outcome == IntentOutcome::unclear ? std::next(at) : open_.erase(at);
    }
}

bool PastRun::has_done(const fs::path& path, Turn turn) const {
    const auto found = done_.find(path.native());
    if (found == done_.end()) return false;
    if (found->second != turn)
        throw UsageError(fmt::format("{} was turned by {} before, and {} is asked for now",
                                     shown(path.native()), name(found->second), name(turn)));
    return true;
}

bool PastRun::is_unclear(const fs::path& path) const {
    return open_.contains(path.native());
}

}  // namespace turntile::app
