// A file's bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace turntile::io {

/// The bytes of the regular file `path`, links followed. Never waits: a pipe, socket, device or
/// folder is refused, not opened.
/// @throws std::system_error that says what was attempted and why it failed, without the name
std::vector<std::byte> read_file(const std::filesystem::path& path);

}  // namespace turntile::io
