// Wall time since a moment.
#pragma once

#include <chrono>

namespace turntile {

/// Runs from its construction on.
class Stopwatch {
  public:
    double ms() const {
        return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

}  // namespace turntile
