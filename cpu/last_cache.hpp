// The size of the last cache, which a benchmark must exceed to measure memory.
#pragma once

#include <cstddef>
#include <filesystem>

namespace turntile::cpu {

/// Bytes of all the last-level caches of the processors listed in `cpus`, each counted once. 64 MiB
/// where the system does not say. (sysconf tells the whole socket's, on some machines ten times
/// what the process's cores can reach.)
std::size_t last_cache_bytes(const std::filesystem::path& cpus = "/sys/devices/system/cpu");

}  // namespace turntile::cpu
