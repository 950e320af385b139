// exiftool as an independent reader and writer of metadata.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace turntile::tests {

/// Group and name of a tag: {"IFD0", "Orientation"}. A tag that stands twice has both values.
using TagValues = std::map<std::pair<std::string, std::string>, std::string>;

/// Whether the program is installed. Tests that need it skip where it is not.
bool has_exiftool();

/// Runs exiftool with these arguments on `file` in place. False if it fails.
bool write_tags(const std::filesystem::path& file, const std::vector<std::string>& arguments);

/// Every tag of `file` with its plain value, but those of the groups System, File, ExifTool and
/// Composite.
TagValues read_tags(const std::filesystem::path& file);

}  // namespace turntile::tests
