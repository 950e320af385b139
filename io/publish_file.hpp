// New files that are there whole or not at all.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "io/file_error.hpp"
#include "io/file_stamp.hpp"

namespace turntile::io {

/// Whether data are forced to the disk before a new file counts as published.
enum class Durability { when_the_system_likes, on_disk };

/// How one file takes the place of another.
struct Replacement {
    /// The target as it was read: if it is no longer that, nothing is replaced.
    std::optional<FileStamp> expected = {};
    /// The replaced file stays as NAME and this suffix. Empty: it is gone.
    std::string backup_suffix = {};
};

/// The file that `path` leads to: the one that is replaced, and kept as a backup. A link that leads
/// nowhere stands for itself.
std::filesystem::path without_links(const std::filesystem::path& path);

/// A hidden file `.NAME.turntile-XXXXXX` beside its target, which becomes the target in one step.
/// Whatever happens before that, the target stays as it was, and the destructor removes the hidden
/// file. Where the target is a symbolic link, the file that it leads to is meant: the link stays.
/// While the object lives it holds an advisory lock (flock) on its file, so that others can tell
/// it from one that a killed program left.
///
/// All functions throw std::system_error that says what was attempted and on which path.
class TemporaryFile {
  public:
    /// Creates the empty hidden file; only its owner can read it until it is published.
    explicit TemporaryFile(const std::filesystem::path& target);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    const std::filesystem::path& path() const { return path_; }
    const std::filesystem::path& target() const { return target_; }
    int descriptor() const { return file_.get(); }
    FileStamp stamp() const;

    /// Appends `bytes`.
    void write(std::span<const std::byte> bytes);

    /// Takes owner, rights, extended attributes and access list of the regular file `path`, as far
    /// as that is permitted.
    void take_attributes_of(const std::filesystem::path& path);

    /// Takes the time of the last change and of the last access.
    void take_times(const FileStamp& stamp);

    /// Waits until what was written is on the disk.
    void sync();

    /// Becomes the target, which must not exist yet (else errc::file_exists), with the rights that
    /// a new file has here unless it took those of another. With Durability::on_disk, file and
    /// name are on the disk before it returns. Ends the use of this object.
    void commit_new(Durability durability = Durability::when_the_system_likes);

    /// Takes the place of the target, a file that exists. The folder is on the disk before it
    /// returns; the file is if `sync` came before. Ends the use of this object.
    void commit_replace(const Replacement& how = {});

  private:
    void flush();

    std::filesystem::path target_;
    std::filesystem::path path_;
    FileDescriptor file_;
    mode_t mode_ = 0;  ///< once it is published
    bool is_published_ = false;
};

/// Writes `bytes` as the new file `target`. @throws std::system_error; errc::file_exists if there
/// is such a file
void publish_new(const std::filesystem::path& target, std::span<const std::byte> bytes,
                 Durability durability = Durability::when_the_system_likes);

/// Writes `bytes` in the place of the regular file `target`, with its attributes; all is on the
/// disk before it returns. @throws std::system_error
void publish_replacement(const std::filesystem::path& target, std::span<const std::byte> bytes,
                         const Replacement& how = {});

/// Makes `folder` and those above it that are missing. With Durability::on_disk the new ones are
/// there after a power failure too. @throws std::system_error
void make_folders(const std::filesystem::path& folder, Durability durability);

/// Waits until the names in `folder` are on the disk, where the file system can do that.
/// @throws std::system_error
void sync_folder(const std::filesystem::path& folder);

/// Renames `from` to `to` unless `to` exists, by two names for one file: for file systems without
/// an exclusive rename. @throws std::system_error
void rename_new_by_link(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace turntile::io
