// Runs the built program as a user would.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace turntile::tests {

/// What a run left behind.
struct Outcome {
    int exit_code = -1;  ///< 128 + N if signal N ended it
    std::string out;
    std::string err;
};

struct RunOptions {
    std::filesystem::path folder = ".";  ///< to run in
    uid_t user = 0;  ///< to run as, if the test runs as root; 0: as the test does
    std::vector<std::string> environment = {};  ///< NAME=VALUE, besides the test's own
    std::string input = {};                     ///< on standard input
};

/// A program that was started and goes on by itself. Its output is collected in files.
class Started {
  public:
    Started(const std::string& program, const std::vector<std::string>& arguments,
            const RunOptions& options);
    ~Started();
    Started(const Started&) = delete;
    Started& operator=(const Started&) = delete;

    pid_t pid() const { return pid_; }
    /// Whether it has ended; `wait` has its outcome.
    bool has_ended() const;
    /// Waits until it ends.
    Outcome wait();

  private:
    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    int err_ = -1;
};

/// Runs the turntile of this build to its end.
Outcome run_turntile(const std::vector<std::string>& arguments, const RunOptions& options = {});

/// The path of the turntile of this build.
std::string turntile_path();

/// What a program wrote, line by line.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace turntile::tests
