#include "io/publish_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace turntile::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_name_bytes = 255;  // NAME_MAX of the file systems in use
constexpr mode_t rights = 0777;

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// The file that `path` leads to. A link that leads nowhere stands for itself.
fs::path without_links(const fs::path& path) {
    std::error_code error;
    if (!fs::is_symlink(path, error)) return path;
    const fs::path resolved = fs::canonical(path, error);
    return error ? path : resolved;
}

std::string random_suffix() {
    constexpr std::string_view letters =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::random_device source;
    std::uniform_int_distribution<std::size_t> pick(0, letters.size() - 1);
    std::string suffix;
    for (int i = 0; i < 6; ++i)
        suffix += letters[pick(source)];
    return suffix;
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

/// Gives the file to this owner and group as far as that is permitted. The group may be where the
/// owner is not, so it is tried alone.
void give_to(int file, uid_t owner, gid_t group) {
    constexpr auto same_owner = static_cast<uid_t>(-1);
    if (::fchown(file, owner, group) == 0) return;
    if (::fchown(file, same_owner, group) == 0) return;
}

/// Not every file system can do this to a folder, and not every folder can be opened: then there
/// is nothing more to be done.
void sync_folder(const fs::path& folder) {
    const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open() && ::fsync(opened.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        throw_errno("save the folder", folder);
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

TemporaryFile::TemporaryFile(const fs::path& target)
    : target_(without_links(target)), file_(create_beside(target_, path_)) {
    // The system has just worked out which rights a new file gets here, from the umask or the
    // folder's defaults. They are for the whole file.
    struct stat status = {};
    if (::fstat(file_.get(), &status) == 0) new_file_mode_ = status.st_mode & rights;
    ::fchmod(file_.get(), S_IRUSR | S_IWUSR);
}

TemporaryFile::~TemporaryFile() {
    if (!is_published_) ::unlink(path_.c_str());
}

void TemporaryFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
        if (count >= 0)
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            throw_errno("write", target_);
    }
}

void TemporaryFile::sync() {
    if (::fsync(file_.get()) != 0) throw_errno("save", target_);
}

void TemporaryFile::commit_new() {
    ::fchmod(file_.get(), new_file_mode_);
    close();
    rename_new(path_, target_);
    is_published_ = true;
}

void TemporaryFile::commit_replace() {
    inherit_rights();
    sync();
    close();
    if (::rename(path_.c_str(), target_.c_str()) != 0) throw_errno("replace", target_);
    is_published_ = true;
    sync_folder(folder_of(target_));
}

// Network file systems report a failed write here at the latest. After EINTR the descriptor is
// closed all the same.
void TemporaryFile::close() {
    if (::close(file_.release()) != 0 && errno != EINTR) throw_errno("write", target_);
}

void TemporaryFile::inherit_rights() {
    struct stat replaced = {};
    if (::stat(target_.c_str(), &replaced) != 0) throw_errno("replace", target_);
    require_regular_file(replaced.st_mode, cannot("replace", target_));
    give_to(file_.get(), replaced.st_uid, replaced.st_gid);
    ::fchmod(file_.get(), replaced.st_mode & rights);
}

void publish_new(const fs::path& target, std::span<const std::byte> bytes, Durability durability) {
    TemporaryFile file(target);
    file.write(bytes);
    if (durability == Durability::on_disk) file.sync();
    file.commit_new();
    if (durability == Durability::on_disk) sync_folder(folder_of(file.target()));
}

void publish_replacement(const fs::path& target, std::span<const std::byte> bytes) {
    TemporaryFile file(target);
    file.write(bytes);
    file.commit_replace();
}

std::string temporary_name(const std::string& name, const std::string& suffix) {
    const std::string tail = ".turntile-" + suffix;
    const std::size_t room = max_name_bytes - tail.size() - 1;
    std::size_t length = name.size();
    if (length > room) {
        const auto continues_character = [&](std::size_t at) {
            return (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80;
        };
        constexpr std::size_t longest_tail = 3;  // bytes that can follow a character's first
        length = room;
        while (length > room - longest_tail && continues_character(length))
            --length;
        if (continues_character(length)) length = room;  // not UTF-8
    }
    std::string hidden = ".";
    hidden.append(name, 0, length).append(tail);
    return hidden;
}

void rename_new_by_link(const fs::path& from, const fs::path& to) {
    if (::link(from.c_str(), to.c_str()) != 0) throw_unpublished(to);
    // The file has its name; a second one would only be litter.
    ::unlink(from.c_str());
}

}  // namespace turntile::io
