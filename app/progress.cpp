#include "app/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "app/console.hpp"
#include "app/report.hpp"

namespace turntile::app {
namespace {

constexpr auto interval = std::chrono::milliseconds(200);
constexpr std::size_t usual_columns = 80;
constexpr double least_seconds = 0.5;  // before that, rates say nothing

std::size_t terminal_columns() {
    winsize size = {};
    const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : usual_columns;
}

std::string duration_text(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

/// By the bytes of the files, because large ones take longer; by their number if all are empty.
double seconds_left(const ProgressFigures& figures) {
    const bool by_bytes = figures.finished_bytes > 0;
    const auto done = static_cast<double>(by_bytes ? figures.finished_bytes : figures.finished);
    const auto all = static_cast<double>(by_bytes ? figures.planned_bytes : figures.planned);
    return done > 0 && all > done ? figures.seconds * (all - done) / done : 0;
}

}  // namespace

std::string progress_line(const ProgressFigures& figures, std::size_t columns) {
    std::vector<std::string> parts;
    if (figures.failed > 0) parts.push_back(fmt::format("{} failed", figures.failed));
    if (figures.finished > 0 && figures.seconds >= least_seconds) {
        parts.push_back(duration_text(seconds_left(figures)) + " left");
        parts.push_back(fmt::format("{:.1f} images/s",
                                    static_cast<double>(figures.finished) / figures.seconds));
        parts.push_back(fmt::format("{:.1f} MP/s", figures.megapixels / figures.seconds));
    }
    std::string line = fmt::format("{}/{}", figures.finished, figures.planned);
    for (const std::string& part : parts)
        if (line.size() + 2 + part.size() <= columns) line += ", " + part;
    return line.substr(0, columns);
}

Progress::Progress(std::size_t planned, std::uint64_t planned_bytes, bool is_shown) {
    figures_.planned = planned;
    figures_.planned_bytes = planned_bytes;
    if (is_shown) thread_ = std::jthread([this](const std::stop_token& stop) { show_until(stop); });
}

Progress::~Progress() {
    if (!thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
    show_status({});
}

void Progress::add(const FileResult& result) {
    if (result.interrupted) return;
    const std::lock_guard lock(mutex_);
    ++figures_.finished;
    figures_.failed += result.failure.empty() ? 0 : 1;
    figures_.megapixels += megapixels(result.photo.size);
    figures_.finished_bytes += result.job->has_work() ? result.job->size_bytes : 0;
}

void Progress::show_until(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!ticked_.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); })) {
        figures_.seconds = watch_.ms() / 1e3;
        // One column stays free: some terminals begin a new line in the last.
        show_status(progress_line(figures_, terminal_columns() - 1));
    }
}

bool is_terminal_watched() {
    const char* const kind = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace turntile::app
