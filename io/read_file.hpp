// A file's bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "io/file_stamp.hpp"

namespace turntile::io {

struct FileContents {
    std::vector<std::byte> bytes;
    FileStamp stamp;  ///< the state in which the file has these bytes
};

/// The bytes of the regular file `path`, links followed. Never waits: a pipe, socket, device or
/// folder is refused, not opened. A file that somebody writes to meanwhile is refused too.
/// @throws std::system_error that says what was attempted and why it failed, without the name
FileContents read_file(const std::filesystem::path& path);

}  // namespace turntile::io
