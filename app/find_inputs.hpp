// From names to files: stats them, walks folders, opens no file.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job.hpp"

namespace turntile::app {

/// The file behind `path`, links followed, if there is one.
std::optional<FileId> file_id(const std::string& path);

/// One input file, or a name that leads to none. Borrows its texts for one call.
struct Input {
    std::string_view folder;      ///< up to its last slash, as it was spelled
    std::string_view name;        ///< in that folder
    std::string_view below = {};  ///< of a found file: its folder below the one that was named
    FileId id = {};
    std::uint64_t size_bytes = 0;
    std::uint64_t hard_links = 1;
    bool found = false;        ///< in a folder, not named
    std::string failure = {};  ///< why there is no file to turn; empty if there is
};

using TakeInput = std::function<void(const Input&)>;

/// Looks names up and hands over what is there, in that order; within folders by name.
class InputFinder {
  public:
    /// Folders are walked if `recursive`; hidden names, links to folders, and `skipped_folder` are
    /// left out there.
    InputFinder(bool recursive, std::optional<FileId> skipped_folder)
        : recursive_(recursive), skipped_folder_(skipped_folder) {}

    /// Hands the file `path` to `take`, or the files of the folder `path`.
    /// @throws UsageError if that is the folder to skip; Interrupted
    void find(std::string_view path, const TakeInput& take);

    /// What was passed over, in words.
    std::vector<std::string> notes() const;

  private:
    void walk(std::string& path, std::size_t root_length, const TakeInput& take);
    void visit(std::string& path, std::size_t root_length, const TakeInput& take);
    bool skips(std::string_view name, unsigned char type);

    bool recursive_;
    std::optional<FileId> skipped_folder_;
    std::map<std::string, std::size_t> skipped_;  ///< files by kind
    std::size_t special_files_ = 0;
    std::size_t folder_links_ = 0;
    std::size_t found_ = 0;
    bool walked_ = false;
};

}  // namespace turntile::app
