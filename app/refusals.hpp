// Why a plan is refused: all the reasons, in one message of bounded length.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace turntile::app {

/// The plan cannot be carried out without losing something: exit code 2, nothing was touched. The
/// message may have many lines.
class PlanRefused : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Refusals {
  public:
    void add(const std::string& reason) {
        if (++count_ <= shown) text_ += "turntile: " + reason + "\n";
    }
    /// @throws PlanRefused if there was one
    void throw_if_any() const {
        if (count_ == 0) return;
        std::string text = text_;
        if (count_ > shown) text += "turntile: and " + std::to_string(count_ - shown) + " more\n";
        throw PlanRefused(text + "turntile: nothing was touched\n");
    }

  private:
    static constexpr std::size_t shown = 10;

    std::string text_;
    std::size_t count_ = 0;
};

}  // namespace turntile::app
