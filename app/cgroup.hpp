// Where this process's control groups say what it may use.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace turntile::app {

/// The folders of the process's group and of those above it, from the innermost to the root: of
/// version 2, and of version 1's `controller` ("memory"), where those are mounted. `root` is where
/// /proc and /sys are.
std::vector<std::filesystem::path> cgroup_folders(const std::string& controller,
                                                  const std::filesystem::path& root = "/");

}  // namespace turntile::app
