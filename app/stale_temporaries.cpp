#include "app/stale_temporaries.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <string_view>
#include <system_error>

#include "io/file_error.hpp"
#include "io/file_stamp.hpp"
#include "io/temporary_name.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

std::int64_t now_ns() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

/// Removes the regular file `path` if it is older than `start_ns` and nobody holds it.
bool remove_if_stale(const fs::path& path, std::int64_t start_ns) {
    const io::FileDescriptor file(
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status = {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    if (io::stamp_of(status).changed_ns >= start_ns) return false;
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return false;
    return ::unlink(path.c_str()) == 0;
}

}  // namespace

StaleTemporaries::StaleTemporaries() : start_ns_(now_ns()) {}

void StaleTemporaries::remove_those_of(const fs::path& target) {
    const Found& found = in(target.parent_path());
    if (found.empty()) return;
    const auto [first, last] = found.equal_range(io::temporary_stem(target.filename().native()));
    for (auto at = first; at != last; ++at)
        removed_ += remove_if_stale(at->second, start_ns_) ? 1 : 0;
}

const StaleTemporaries::Found& StaleTemporaries::in(const fs::path& folder) {
    const auto [known, is_new] = folders_.try_emplace(folder.native());
    if (!is_new) return known->second;
    std::error_code error;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end;
         !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename();
        const std::string_view stem = io::stem_of_temporary(name);
        if (!stem.empty()) known->second.emplace(stem, entry->path());
    }
    return known->second;
}

}  // namespace turntile::app
