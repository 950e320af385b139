// How far a run is: one line at the bottom of a terminal.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "app/file_job.hpp"
#include "pipeline/stopwatch.hpp"

namespace turntile::app {

struct ProgressFigures {
    std::size_t planned = 0;
    std::size_t finished = 0;  ///< with whatever result
    std::size_t failed = 0;
    double megapixels = 0;
    std::uint64_t planned_bytes = 0;
    std::uint64_t finished_bytes = 0;  ///< of the finished files' sources
    double seconds = 0;
};

/// "12/300, 1 failed, 12 s left, 24.1 images/s, 580.0 MP/s": as much of it as fits into `columns`.
std::string progress_line(const ProgressFigures& figures, std::size_t columns);

/// Shows the line five times a second for as long as this object lives.
class Progress {
  public:
    /// @param is_shown if not, nothing happens at all
    Progress(std::size_t planned, std::uint64_t planned_bytes, bool is_shown);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    /// Takes the line away.
    ~Progress();

    void add(const FileResult& result);

  private:
    void show_until(const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any ticked_;
    ProgressFigures figures_;
    Stopwatch watch_;
    std::jthread thread_;  // last: it uses the others
};

/// Whether a person looks on: standard error is a terminal that can move its cursor.
bool is_terminal_watched();

}  // namespace turntile::app
