// Between reading a file and replacing it, others may have written to it: their work must not be
// lost.
#pragma once

#include <chrono>
#include <filesystem>

#include "io/file_error.hpp"
#include "io/file_stamp.hpp"

namespace turntile::io {

/// A file that is still as it was read, and that no other turntile replaces while this object
/// lives: it holds an advisory lock (flock) on the file, where the file system has locks.
class UnchangedFile {
  public:
    /// Others of us hold a lock for as long as a rename takes, so `patience` need not be long.
    /// @throws std::system_error FileFault::changed_since_read if `path` is not in the state
    /// `expected`, FileFault::is_locked if another program keeps the file locked
    UnchangedFile(const std::filesystem::path& path, const FileStamp& expected,
                  std::chrono::milliseconds patience = std::chrono::seconds(2));

  private:
    FileDescriptor file_;
};

}  // namespace turntile::io
