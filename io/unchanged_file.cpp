#include "io/unchanged_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <string>
#include <thread>

namespace turntile::io {
namespace {

constexpr auto pause = std::chrono::milliseconds(5);

/// Where there are no locks (some network file systems, or only for writers), it goes on without.
void lock(int file, const std::string& attempt, std::chrono::milliseconds patience) {
    const auto give_up_at = std::chrono::steady_clock::now() + patience;
    while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return;
        if (std::chrono::steady_clock::now() > give_up_at)
            throw std::system_error(FileFault::is_locked, attempt);
        std::this_thread::sleep_for(pause);
    }
}

}  // namespace

UnchangedFile::UnchangedFile(const std::filesystem::path& path, const FileStamp& expected,
                             std::chrono::milliseconds patience)
    : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) {
    if (!file_.is_open()) throw_errno("replace", path);
    lock(file_.get(), cannot("replace", path), patience);
    // By its name, not its descriptor: whoever held the lock before may have replaced the file.
    struct stat now = {};
    if (::stat(path.c_str(), &now) != 0) throw_errno("replace", path);
    if (stamp_of(now) != expected)
        throw std::system_error(FileFault::changed_since_read, cannot("replace", path));
}

}  // namespace turntile::io
