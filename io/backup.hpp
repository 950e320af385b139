// A second name for a file that is about to be replaced.
#pragma once

#include <filesystem>
#include <string>

namespace turntile::io {

/// The name of the backup of `file`: NAME and `suffix`.
std::filesystem::path backup_path(const std::filesystem::path& file, const std::string& suffix);

/// Keeps `file` as its backup too: a hard link, or a whole copy where links are impossible. A
/// backup that exists is never touched: if it is the same file already, all is well.
/// @return whether the backup was made now
/// @throws std::system_error that says what was attempted; errc::file_exists if there is another
/// file of that name
bool keep_backup(const std::filesystem::path& file, const std::string& suffix);

/// Only looks whether another file has the name of the backup. @throws what `keep_backup` throws
/// then
void require_place_for_backup(const std::filesystem::path& file, const std::string& suffix);

/// The way without links: `backup`, which must not exist, becomes a copy with the attributes and
/// times of `file`, and is on the disk. @throws std::system_error
void keep_backup_by_copy(const std::filesystem::path& file, const std::filesystem::path& backup);

}  // namespace turntile::io
