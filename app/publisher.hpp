// From a picture's bytes to a file at its place, with all that was asked for on the way.
#pragma once

#include <span>

#include "app/options.hpp"
#include "app/plan.hpp"
#include "app/real_paths.hpp"
#include "app/run_log.hpp"
#include "io/publish_file.hpp"

namespace turntile::app {

/// Many threads may use it at a time.
class Publisher {
  public:
    /// `log` may be none.
    Publisher(PublishOptions options, RunLog* log);

    /// Makes `bytes` the target of `job`, whose source was read as `source`.
    /// @throws std::system_error, LogError
    void publish(const Job& job, std::span<const std::byte> bytes, const io::FileStamp& source);

    /// Nothing had to be written for `job`. @throws LogError
    void pass(const Job& job);

  private:
    void log_intent(const Job& job, const io::TemporaryFile& file, const io::FileStamp& source);
    void log_done(const Job& job);
    io::Replacement replacement(const Job& job, const io::FileStamp& source) const;

    PublishOptions options_;
    RunLog* log_;
    RealPaths real_paths_;
};

}  // namespace turntile::app
