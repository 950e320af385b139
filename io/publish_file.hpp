// New files that are there whole or not at all.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <span>

#include "io/file_error.hpp"

namespace turntile::io {

/// A hidden file `.NAME.turntile-XXXXXX` beside its target, which becomes the target in one step.
/// Whatever happens before that, the target stays as it was, and the destructor removes the hidden
/// file. Where the target is a symbolic link, the file that it leads to is meant: the link stays.
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

    /// Appends `bytes`.
    void write(std::span<const std::byte> bytes);

    /// Waits until what was written is on the disk.
    void sync();

    /// Becomes the target, which must not exist yet (else errc::file_exists), with the rights that
    /// a new file has here. Ends the use of this object.
    void commit_new();

    /// Takes the place of the target, a regular file that exists, with its rights and, where that
    /// is permitted, its owner. File and folder are on the disk before it returns. Ends the use of
    /// this object.
    void commit_replace();

  private:
    void close();
    void inherit_rights();

    std::filesystem::path target_;
    std::filesystem::path path_;
    FileDescriptor file_;
    mode_t new_file_mode_ = 0;
    bool is_published_ = false;
};

/// Whether data are forced to the disk before a new file counts as published.
enum class Durability { when_the_system_likes, on_disk };

/// Writes `bytes` as the new file `target`. @throws std::system_error; errc::file_exists if there
/// is such a file
void publish_new(const std::filesystem::path& target, std::span<const std::byte> bytes,
                 Durability durability = Durability::when_the_system_likes);

/// Writes `bytes` in the place of the file `target`. @throws std::system_error
void publish_replacement(const std::filesystem::path& target, std::span<const std::byte> bytes);

/// The file name of a hidden file beside one called `name`: `.NAME.turntile-` and `suffix`, with
/// NAME cut (UTF-8: between characters) so that all fits 255 bytes.
std::string temporary_name(const std::string& name, const std::string& suffix);

/// Renames `from` to `to` unless `to` exists, by two names for one file: for file systems without
/// an exclusive rename. @throws std::system_error
void rename_new_by_link(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace turntile::io
