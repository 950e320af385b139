// What an interrupted run has done, as its log tells it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/log_line.hpp"
#include "app/run_log.hpp"

namespace turntile::app {

class PastRun {
  public:
    /// Reads `log` and settles what was under way when the run ended: looks whether those files
    /// were published, writes that into the log, and removes the hidden files that were not.
    /// A dry run (`is_dry`) only looks.
    /// @throws UsageError if the file is no log, is damaged, or belongs to another `request`
    PastRun(RunLog& log, const LogStart& request, bool is_dry);

    /// Whether the file `path` (absolute, without links) is done. @throws UsageError if it was
    /// done with another turn
    bool has_done(const std::filesystem::path& path, Turn turn) const;

    /// Whether nobody can tell if that file was replaced: it is neither as before nor as after.
    bool is_unclear(const std::filesystem::path& path) const;

    std::size_t done_count() const { return done_.size(); }
    bool is_dry() const { return is_dry_; }

  private:
    void read(RunLog& log, const LogStart& request);
    void apply(LogLine line);
    void settle(RunLog& log);

    bool is_dry_;
    std::unordered_map<std::string, Turn> done_;
    std::unordered_map<std::string, LogIntent> open_;  ///< intents; after `settle` the unclear ones
};

}  // namespace turntile::app
