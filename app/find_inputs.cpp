#include "app/find_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <map>
#include <system_error>

#include "app/console.hpp"
#include "io/file_error.hpp"
#include "turntile/codec.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

std::string error_text(int number) {
    return std::generic_category().message(number);
}

/// Walks folder arguments and remembers what it left out.
class Walk {
  public:
    Walk(Inputs& inputs, std::optional<FileId> skipped_folder)
        : inputs_(inputs), skipped_folder_(skipped_folder) {}

    void folder(const fs::path& path, const fs::path& below) {
        if (skipped_folder_ && file_id(path) == skipped_folder_) return;
        std::error_code error;
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator entry(path, error), end; !error && entry != end;
             entry.increment(error))
            entries.push_back(*entry);
        if (error) {
            inputs_.files.push_back(
                {.path = path, .failure = "cannot read the folder: " + error.message()});
            return;
        }
        std::sort(entries.begin(), entries.end());
        for (const fs::directory_entry& entry : entries)
            visit(entry, below);
    }

    void note_what_was_skipped() const {
        if (skipped_.empty()) return;
        std::size_t total = 0;
        std::string kinds;
        for (const auto& [kind, count] : skipped_) {
            total += count;
            kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, shown(kind));
        }
        inputs_.notes.push_back(
            fmt::format("{} files without an image's extension were skipped: {}", total, kinds));
    }

    std::size_t found() const { return found_; }

  private:
    void visit(const fs::directory_entry& entry, const fs::path& below) {
        const fs::path name = entry.path().filename();
        if (name.native().front() == '.') return;
        struct stat status = {};
        if (::stat(entry.path().c_str(), &status) != 0) {
            inputs_.files.push_back(
                {.path = entry.path(), .failure = "cannot be found: " + error_text(errno)});
        } else if (S_ISDIR(status.st_mode)) {
            std::error_code error;
            if (!entry.is_symlink(error)) folder(entry.path(), below / name);
        } else if (S_ISREG(status.st_mode)) {
            file(entry.path(), below / name, status);
        }
    }

    void file(const fs::path& path, const fs::path& below, const struct stat& status) {
        const std::string extension = path.extension();
        if (!format_of_extension(extension)) {
            std::string kind = extension.empty() ? "no extension" : extension;
            std::transform(kind.begin(), kind.end(), kind.begin(),
                           [](unsigned char c) { return std::tolower(c); });
            ++skipped_[kind];
            return;
        }
        ++found_;
        inputs_.files.push_back({.path = path,
                                 .below = below,
                                 .id = {status.st_dev, status.st_ino},
                                 .size_bytes = static_cast<std::uint64_t>(status.st_size),
                                 .hard_links = status.st_nlink,
                                 .found = true,
                                 .failure = {}});
    }

    Inputs& inputs_;
    std::optional<FileId> skipped_folder_;
    std::map<std::string, std::size_t> skipped_;
    std::size_t found_ = 0;
};

}  // namespace

std::optional<FileId> file_id(const fs::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return FileId{status.st_dev, status.st_ino};
}

Inputs find_inputs(const std::vector<std::string>& arguments, bool recursive,
                   const std::optional<fs::path>& skipped_folder) {
    Inputs inputs;
    Walk walk(inputs, skipped_folder ? file_id(*skipped_folder) : std::nullopt);
    bool walked = false;
    for (const std::string& argument : arguments) {
        Input input{.path = argument};
        struct stat status = {};
        if (::stat(argument.c_str(), &status) != 0) {
            input.failure = "cannot be found: " + error_text(errno);
        } else if (S_ISDIR(status.st_mode) && recursive) {
            walked = true;
            walk.folder(argument, {});
            continue;
        } else if (!S_ISREG(status.st_mode)) {
            input.failure = fmt::format("{}, not an image file{}",
                                        make_error_code(io::fault_of(status.st_mode)).message(),
                                        S_ISDIR(status.st_mode) ? " (-r goes into folders)" : "");
        }
        input.below = input.path.filename();
        input.id = {status.st_dev, status.st_ino};
        input.size_bytes = static_cast<std::uint64_t>(status.st_size);
        input.hard_links = status.st_nlink;
        inputs.files.push_back(std::move(input));
    }
    walk.note_what_was_skipped();
    if (walked && walk.found() == 0)
        inputs.notes.emplace_back("no images were found in the folders");
    return inputs;
}

}  // namespace turntile::app
