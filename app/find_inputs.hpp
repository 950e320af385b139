// From the command line's names to files: stats them, walks folders, opens nothing.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace turntile::app {

/// Which file a name leads to: the same for all its names.
struct FileId {
    dev_t device = 0;
    ino_t inode = 0;
    friend bool operator==(const FileId&, const FileId&) = default;
    friend bool operator<(const FileId& a, const FileId& b) {
        return std::tie(a.device, a.inode) < std::tie(b.device, b.inode);
    }
};

/// The file behind `path`, links followed, if there is one.
std::optional<FileId> file_id(const std::filesystem::path& path);

/// One input file, or an argument that leads to none.
struct Input {
    std::filesystem::path path;
    std::filesystem::path below = {};  ///< where it goes below the output folder: its name, or its
                                       ///< path in the folder argument
    FileId id = {};
    std::uint64_t size_bytes = 0;
    std::uint64_t hard_links = 1;
    bool found = false;        ///< in a folder, not named
    std::string failure = {};  ///< why there is no file to turn; empty if there is
};

struct Inputs {
    std::vector<Input> files;  ///< in the order of the arguments; within folders by name
    std::vector<std::string> notes;
};

/// Folders are walked if `recursive`; hidden names, links to folders, and `skipped_folder` are left
/// out there.
Inputs find_inputs(const std::vector<std::string>& arguments, bool recursive,
                   const std::optional<std::filesystem::path>& skipped_folder);

}  // namespace turntile::app
