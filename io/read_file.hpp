// A file's bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
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

/// The same, but of a file whose first `start_bytes` bytes `is_wanted` does not want, those bytes
/// are all: what is of no use takes no memory.
FileContents read_file_if(const std::filesystem::path& path, std::size_t start_bytes,
                          const std::function<bool(std::span<const std::byte>)>& is_wanted);

}  // namespace turntile::io
