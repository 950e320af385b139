// The log of a run, as it is written.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>

#include "app/log_line.hpp"
#include "io/file_error.hpp"

namespace turntile::app {

/// The log cannot be written: nothing more may be published.
class LogError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class LogUse {
    start,  ///< the file does not exist, or is empty
    go_on,  ///< the file exists
};

/// A log that is open and locked for this run. Many threads may write at a time.
class RunLog {
  public:
    /// @throws UsageError that names the path and says why it cannot be
    RunLog(std::filesystem::path path, LogUse use);
    RunLog(const RunLog&) = delete;
    RunLog& operator=(const RunLog&) = delete;
    /// Removes a log that it made and in which nothing was written: its run was refused.
    ~RunLog();

    /// Writes the first line; it is on the disk before this returns. @throws UsageError
    void begin(const LogStart& start);

    /// Forgets what is behind the first `bytes` bytes: a line that was never finished.
    /// @throws UsageError
    void cut(std::uint64_t bytes);

    /// Writes `intent`; it is on the disk before this returns. @throws LogError
    void add(const LogIntent& intent);
    /// @throws LogError
    void add(const LogDone& done);

    const std::filesystem::path& path() const { return path_; }

  private:
    [[noreturn]] void fail() const;
    std::uint64_t append(const LogLine& line);
    void save(std::uint64_t lines);

    std::filesystem::path path_;
    bool is_new_;
    io::FileDescriptor file_;
    std::mutex mutex_;
    std::condition_variable saved_;
    std::uint64_t lines_written_ = 0;
    std::uint64_t lines_saved_ = 0;
    bool is_saving_ = false;
    int failure_ = 0;  ///< the errno of the first failure: after it nothing more is written
};

}  // namespace turntile::app
