#include "io/publish_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <utility>

#include "io/backup.hpp"
#include "io/file_attributes.hpp"
#include "io/temporary_name.hpp"
#include "io/unchanged_file.hpp"
#include "io/write_all.hpp"

namespace turntile::io {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Creates a file with a name that was free, and says which.
int create_beside(const fs::path& target, fs::path& path) {
    const fs::path folder = folder_of(target);
    constexpr int tries = 100;
    for (int i = 0; i < tries; ++i) {
        path = folder / temporary_name(target.filename().native(), random_suffix());
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) return file;
        if (errno != EEXIST && errno != EINTR) break;
    }
    throw_errno("create a file in", folder);
}

[[noreturn]] void throw_unpublished(const fs::path& target) {
    const int reason = errno;
    std::string what = cannot("publish", target);
    if (reason == EEXIST) what += ", which appeared in the meantime";
    throw std::system_error(reason, std::generic_category(), what);
}

void rename_new(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return;
    const bool is_unknown_here = errno == EINVAL || errno == ENOSYS || errno == ENOTSUP;
    if (!is_unknown_here) throw_unpublished(to);
    rename_new_by_link(from, to);
}

}  // namespace

fs::path without_links(const fs::path& path) {
    std::error_code error;
    if (!fs::is_symlink(path, error)) return path;
    const fs::path resolved = fs::canonical(path, error);
    return error ? path : resolved;
}

TemporaryFile::TemporaryFile(const fs::path& target)
    : target_(without_links(target)), file_(create_beside(target_, path_)) {
    ::flock(file_.get(), LOCK_EX | LOCK_NB);  // not every file system can: then it goes without
    // The system has just worked out which rights a new file gets here, from the umask or the
    // folder's defaults. They are for the whole file.
    struct stat status = {};
    if (::fstat(file_.get(), &status) == 0) mode_ = status.st_mode & permission_bits;
    ::fchmod(file_.get(), S_IRUSR | S_IWUSR);
}

TemporaryFile::~TemporaryFile() {
    if (!is_published_) ::unlink(path_.c_str());
}

FileStamp TemporaryFile::stamp() const {
    struct stat status = {};
    if (::fstat(file_.get(), &status) != 0) throw_errno("write", target_);
    return stamp_of(status);
}

void TemporaryFile::write(std::span<const std::byte> bytes) {
    if (!write_all(file_.get(), bytes)) throw_errno("write", target_);
}

void TemporaryFile::take_attributes_of(const fs::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) throw_errno("replace", path);
    require_regular_file(status.st_mode, cannot("replace", path));
    copy_attributes(path, status, file_.get());
    mode_ = status.st_mode & permission_bits;
}

void TemporaryFile::take_times(const FileStamp& stamp) {
    copy_times(stamp, file_.get(), target_);
}

void TemporaryFile::sync() {
    if (::fsync(file_.get()) != 0) throw_errno("save", target_);
}

void TemporaryFile::commit_new(Durability durability) {
    ::fchmod(file_.get(), mode_);
    if (durability == Durability::on_disk) sync();
    flush();
    rename_new(path_, target_);
    is_published_ = true;
    if (durability == Durability::on_disk) sync_folder(folder_of(target_));
}

void TemporaryFile::commit_replace(const Replacement& how) {
    flush();
    std::optional<UnchangedFile> replaced;
    if (how.expected) replaced.emplace(target_, *how.expected);
    const bool backup_is_new =
        !how.backup_suffix.empty() && keep_backup(target_, how.backup_suffix);
    if (::rename(path_.c_str(), target_.c_str()) != 0) {
        const int reason = errno;
        if (backup_is_new) ::unlink(backup_path(target_, how.backup_suffix).c_str());
        errno = reason;
        throw_errno("replace", target_);
    }
    is_published_ = true;
    sync_folder(folder_of(target_));
}

// Network file systems report a failed write when a descriptor is closed, at the latest. The file's
// own one stays open, because the lock is gone with it.
void TemporaryFile::flush() {
    const int twin = ::dup(file_.get());
    if (twin < 0) throw_errno("write", target_);
    if (::close(twin) != 0 && errno != EINTR) throw_errno("write", target_);
}

void publish_new(const fs::path& target, std::span<const std::byte> bytes, Durability durability) {
    TemporaryFile file(target);
    file.write(bytes);
    file.commit_new(durability);
}

void publish_replacement(const fs::path& target, std::span<const std::byte> bytes,
                         const Replacement& how) {
    TemporaryFile file(target);
    file.write(bytes);
    file.take_attributes_of(file.target());
    file.sync();
    file.commit_replace(how);
}

void make_folders(const fs::path& folder, Durability durability) {
    if (folder.empty()) return;
    std::error_code error;
    if (fs::is_directory(folder, error)) return;
    const fs::path name = folder.has_filename() ? folder : folder.parent_path();
    make_folders(name.parent_path(), durability);
    const bool is_made = fs::create_directory(name, error);
    if (error) throw std::system_error(error, cannot("make the folder", name));
    if (is_made && durability == Durability::on_disk) sync_folder(folder_of(name));
}

void sync_folder(const fs::path& folder) {
    // Not every file system can do this to a folder, and not every folder can be opened: then
    // there is nothing more to be done.
    const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open() && ::fsync(opened.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        throw_errno("save the folder", folder);
}

void rename_new_by_link(const fs::path& from, const fs::path& to) {
    if (::link(from.c_str(), to.c_str()) != 0) throw_unpublished(to);
    // The file has its name; a second one would only be litter.
    ::unlink(from.c_str());
}

}  // namespace turntile::io
