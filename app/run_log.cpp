#include "app/run_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "app/console.hpp"
#include "app/option_values.hpp"
#include "io/publish_file.hpp"
#include "io/write_all.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
    throw UsageError(fmt::format("the log {}: {}", shown(path.native()), reason));
}

bool is_there(const fs::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) return false;
    // Opening a pipe would wait for ever.
    if (!S_ISREG(status.st_mode))
        refuse(path, make_error_code(io::fault_of(status.st_mode)).message());
    return true;
}

int open_log(const fs::path& path, bool creates) {
    const int flags = O_WRONLY | O_APPEND | O_CLOEXEC | (creates ? O_CREAT | O_EXCL : 0);
    const int file = ::open(path.c_str(), flags, 0666);
    if (file < 0) refuse(path, "cannot be opened: " + io::words_for(errno));
    return file;
}

}  // namespace

RunLog::RunLog(fs::path path, LogUse use)
    : path_(std::move(path)),
      is_new_(!is_there(path_) && use == LogUse::start),
      file_(open_log(path_, is_new_)) {
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        refuse(path_, "another run uses it");
    struct stat status = {};
    if (use == LogUse::start && ::fstat(file_.get(), &status) == 0 && status.st_size > 0)
        refuse(path_, "exists (--resume goes on with it)");
}

RunLog::~RunLog() {
    if (is_new_ && lines_written_ == 0) ::unlink(path_.c_str());
}

void RunLog::begin(const LogStart& start) {
    try {
        save(append(start));
        io::sync_folder(path_.has_parent_path() ? path_.parent_path() : fs::path("."));
    } catch (const std::exception& error) {
        throw UsageError(error.what());
    }
}

void RunLog::cut(std::uint64_t bytes) {
    if (::ftruncate(file_.get(), static_cast<off_t>(bytes)) != 0)
        refuse(path_, "cannot be written: " + io::words_for(errno));
}

void RunLog::add(const LogIntent& intent) {
    save(append(intent));
}

void RunLog::add(const LogDone& done) {
    append(done);
}

void RunLog::fail() const {
    throw LogError(fmt::format("the log {} cannot be written: {}", shown(path_.native()),
                               io::words_for(failure_)));
}

std::uint64_t RunLog::append(const LogLine& line) {
    const std::string text = text_of(line);
    const std::lock_guard lock(mutex_);
    if (failure_ == 0 && !io::write_all(file_.get(), text)) failure_ = errno;
    if (failure_ != 0) fail();
    return ++lines_written_;
}

// Threads that wait at the same time share one trip to the disk.
void RunLog::save(std::uint64_t lines) {
    std::unique_lock lock(mutex_);
    while (lines_saved_ < lines) {
        if (failure_ != 0) fail();
        if (is_saving_) {
            saved_.wait(lock);
            continue;
        }
        is_saving_ = true;
        const std::uint64_t written = lines_written_;
        lock.unlock();
        const bool is_good = ::fdatasync(file_.get()) == 0;
        const int reason = errno;
        lock.lock();
        is_saving_ = false;
        if (is_good)
            lines_saved_ = written;
        else
            failure_ = reason;
        saved_.notify_all();
    }
}

}  // namespace turntile::app
