// How much memory this process may use.
#pragma once

#include <cstdint>
#include <filesystem>

namespace turntile::app {

/// The least of what the system has to give now, the limits of the control groups (versions 1 and
/// 2), and the process's own limits, in bytes. `root` is where /proc and /sys are.
std::uint64_t usable_memory_bytes(const std::filesystem::path& root = "/");

}  // namespace turntile::app
