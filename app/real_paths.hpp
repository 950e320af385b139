// One spelling for each file.
#pragma once

#include <filesystem>
#include <mutex>
#include <string>
#include <unordered_map>

namespace turntile::app {

/// Absolute paths without links, for files that exist and for those that do not yet. Folders are
/// looked up once. Many threads may ask at a time.
class RealPaths {
  public:
    std::filesystem::path operator()(const std::filesystem::path& path);

  private:
    std::mutex mutex_;
    std::unordered_map<std::string, std::filesystem::path> folders_;
};

}  // namespace turntile::app
