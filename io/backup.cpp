#include "io/backup.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "io/file_error.hpp"
#include "io/publish_file.hpp"
#include "io/read_file.hpp"

namespace turntile::io {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const fs::path& a, const fs::path& b) {
    struct stat first = {};
    struct stat second = {};
    return ::lstat(a.c_str(), &first) == 0 && ::lstat(b.c_str(), &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/// File systems without links, files that have as many as there can be, and other users' files.
bool means_no_links(int reason) {
    return reason == EPERM || reason == EOPNOTSUPP || reason == ENOSYS || reason == EMLINK;
}

}  // namespace

fs::path backup_path(const fs::path& file, const std::string& suffix) {
    fs::path backup = file;
    backup += suffix;
    return backup;
}

void require_place_for_backup(const fs::path& file, const std::string& suffix) {
    const fs::path backup = backup_path(file, suffix);
    struct stat status = {};
    if (::lstat(backup.c_str(), &status) != 0 || is_same_file(file, backup)) return;
    errno = EEXIST;
    throw_errno("keep a backup as", backup);
}

bool keep_backup(const fs::path& file, const std::string& suffix) {
    const fs::path backup = backup_path(file, suffix);
    if (::link(file.c_str(), backup.c_str()) == 0) return true;
    const int reason = errno;
    if (reason == EEXIST && is_same_file(file, backup)) return false;
    if (!means_no_links(reason)) {
        errno = reason;
        throw_errno("keep a backup as", backup);
    }
    keep_backup_by_copy(file, backup);
    return true;
}

void keep_backup_by_copy(const fs::path& file, const fs::path& backup) {
    const FileContents contents = read_file(file);
    TemporaryFile copy(backup);
    copy.write(contents.bytes);
    copy.take_attributes_of(file);
    copy.take_times(contents.stamp);
    copy.commit_new(Durability::on_disk);
}

}  // namespace turntile::io
