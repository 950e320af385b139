#include "app/usable_memory.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "app/cgroup.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// From "MemAvailable:   23578 kB": with what the system would take from its caches.
std::uint64_t available_bytes(const fs::path& root) {
    std::ifstream file(root / "proc/meminfo");
    std::string word;
    std::uint64_t kib = 0;
    while (file >> word)
        if (word == "MemAvailable:" && file >> kib) return kib * 1024;
    return no_limit;
}

// "max", or no such file: no limit.
std::uint64_t limit_in(const fs::path& file) {
    std::ifstream stream(file);
    std::uint64_t bytes = 0;
    return stream >> bytes ? bytes : no_limit;
}

std::uint64_t limit_of_cgroups(const fs::path& root) {
    std::uint64_t least = no_limit;
    for (const fs::path& folder : cgroup_folders("memory", root))
        for (const char* file : {"memory.max", "memory.high", "memory.limit_in_bytes"})
            least = std::min(least, limit_in(folder / file));
    return least;
}

std::uint64_t own_limit() {
    std::uint64_t least = no_limit;
    for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
        struct rlimit limit = {};
        if (::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
            least = std::min<std::uint64_t>(least, limit.rlim_cur);
    }
    return least;
}

}  // namespace

std::uint64_t usable_memory_bytes(const fs::path& root) {
    return std::min({available_bytes(root), limit_of_cgroups(root), own_limit()});
}

}  // namespace turntile::app
