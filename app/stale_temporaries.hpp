// Hidden files that a killed run left.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>

namespace turntile::app {

/// Removes hidden files that were to become a file that is to be written again. Those that a
/// running turntile holds locked stay, and so does whatever is younger than this object.
class StaleTemporaries {
  public:
    StaleTemporaries();

    /// Removes those beside `target`. A folder is read once.
    void remove_those_of(const std::filesystem::path& target);

    std::size_t removed() const { return removed_; }

  private:
    /// Hidden files by the part of their name that tells the target.
    using Found = std::unordered_multimap<std::string, std::filesystem::path>;

    const Found& in(const std::filesystem::path& folder);

    std::int64_t start_ns_;
    std::unordered_map<std::string, Found> folders_;
    std::size_t removed_ = 0;
};

}  // namespace turntile::app
