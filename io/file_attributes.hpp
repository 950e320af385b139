// What a file carries beside its bytes.
#pragma once

#include <sys/stat.h>

#include <filesystem>

#include "io/file_stamp.hpp"

namespace turntile::io {

constexpr mode_t permission_bits = 0777;

/// Gives the open file `descriptor` the owner, the rights, the extended attributes that belong to
/// the user, the access control list and the security label of `path`, each as far as that is
/// permitted. `status` is that of `path`.
void copy_attributes(const std::filesystem::path& path, const struct stat& status, int descriptor);

/// Sets the times of the open file `descriptor` to those of `stamp`.
/// @throws std::system_error that names `path`
void copy_times(const FileStamp& stamp, int descriptor, const std::filesystem::path& path);

}  // namespace turntile::io
