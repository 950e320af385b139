#include "cpu/last_cache.hpp"

#include <fstream>
#include <map>
#include <string>
#include <system_error>
#include <vector>

namespace turntile::cpu {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t assumed_bytes = std::size_t{64} << 20;

// The first word of a file; empty if there is none.
std::string read_word(const fs::path& path) {
    std::string word;
    std::ifstream(path) >> word;
    return word;
}

// "32768K" is 32 MiB; 0 for what is no size.
std::size_t parse_size(const std::string& text) {
    std::size_t value = 0;
    for (const char c : text) {
        if (c == 'K') return value << 10U;
        if (c == 'M') return value << 20U;
        if (c < '0' || c > '9') return 0;
        value = value * 10 + static_cast<std::size_t>(c - '0');
    }
    return value;
}

// The folders in `folder` whose names begin with `prefix`; none if it cannot be read.
std::vector<fs::path> folders(const fs::path& folder, const std::string& prefix) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().filename().string().starts_with(prefix)) found.push_back(entry->path());
    return found;
}

}  // namespace

std::size_t last_cache_bytes(const fs::path& cpus) {
    // By level; and at each level by the processors that share the cache: one entry for each cache.
    std::map<std::string, std::map<std::string, std::size_t>> levels;
    for (const fs::path& cpu : folders(cpus, "cpu"))
        for (const fs::path& cache : folders(cpu / "cache", "index"))
            levels[read_word(cache / "level")][read_word(cache / "shared_cpu_list")] =
                parse_size(read_word(cache / "size"));
    if (levels.empty()) return assumed_bytes;
    std::size_t bytes = 0;
    for (const auto& [sharers, size_bytes] : levels.rbegin()->second)
        bytes += size_bytes;
    return bytes > 0 ? bytes : assumed_bytes;
}

}  // namespace turntile::cpu
