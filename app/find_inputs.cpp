#include "app/find_inputs.hpp"

#include <dirent.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <memory>

#include "app/console.hpp"
#include "app/interrupt.hpp"
#include "app/option_values.hpp"
#include "io/file_error.hpp"
#include "turntile/codec.hpp"

namespace turntile::app {
namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// The names in one folder that have to be looked at, sorted; end to end, for there may be a
/// million.
class Names {
  public:
    void add(std::string_view name) {
        starts_.push_back(text_.size());
        text_.append(name).push_back('\0');
    }
    void sort() {
        std::sort(starts_.begin(), starts_.end(), [this](std::size_t a, std::size_t b) {
            return std::strcmp(&text_[a], &text_[b]) < 0;
        });
    }
    template <class Visit>
    void each(Visit visit) const {
        for (const std::size_t start : starts_)
            visit(&text_[start]);
    }

  private:
    std::string text_;
    std::vector<std::size_t> starts_;
};

/// The names in the folder `path` for which `skip` does not hold. Returns an errno, or 0.
template <class Skip>
int read_folder(const std::string& path, Skip skip, Names& names) {
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir(path.c_str()));
    if (!folder) return errno;
    while (true) {
        errno = 0;  // the end of the folder leaves it alone
        const dirent* entry = ::readdir(folder.get());
        if (entry == nullptr) break;
        if (!skip(entry->d_name, entry->d_type)) names.add(entry->d_name);
    }
    const int error = errno;
    names.sort();
    return error;
}

std::string_view extension_of(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return lower;
}

/// `path` taken apart behind its last slash.
Input input_at(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::size_t name_at = slash == std::string_view::npos ? 0 : slash + 1;
    return {.folder = path.substr(0, name_at), .name = path.substr(name_at)};
}

Input input_at(std::string_view path, const struct stat& status) {
    Input input = input_at(path);
    input.id = {status.st_dev, status.st_ino};
    input.size_bytes = static_cast<std::uint64_t>(status.st_size);
    input.hard_links = status.st_nlink;
    return input;
}

Input missing(std::string_view path, int error, std::string_view hint = {}) {
    Input input = input_at(path);
    input.failure = fmt::format("cannot be found: {}{}", io::words_for(error), hint);
    return input;
}

/// A pattern that no name fitted, so that the shell left it as it was.
std::string_view pattern_hint(std::string_view path, int error) {
    return error == ENOENT && path.find_first_of("*?[") != std::string_view::npos
               ? " (a pattern that no file's name fits?)"
               : "";
}

}  // namespace

std::optional<FileId> file_id(const std::string& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return FileId{status.st_dev, status.st_ino};
}

void InputFinder::find(std::string_view named, const TakeInput& take) {
    leave_if_interrupted();
    std::string path(named);
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) {
        const int error = errno;
        take(missing(path, error, pattern_hint(path, error)));
    } else if (S_ISDIR(status.st_mode) && recursive_) {
        if (skipped_folder_ == FileId{status.st_dev, status.st_ino})
            throw UsageError(fmt::format(
                "{} is the output folder too (-i replaces the files in it)", shown(path)));
        walked_ = true;
        if (path.back() != '/') path += '/';
        walk(path, path.size(), take);
    } else {
        Input input = input_at(path, status);
        if (!S_ISREG(status.st_mode))
            input.failure = fmt::format("{}, not an image file{}",
                                        make_error_code(io::fault_of(status.st_mode)).message(),
                                        S_ISDIR(status.st_mode) ? " (-r goes into folders)" : "");
        take(input);
    }
}

/// Whether there is no need to look at a name in a folder: it is hidden, or certainly a file
/// without an image's extension, which is counted. `type` is dirent's d_type, which may be unknown.
bool InputFinder::skips(std::string_view name, unsigned char type) {
    if (name.front() == '.') return true;
    if (type != DT_REG || format_of_extension(extension_of(name))) return false;
    const std::string extension = lower_case(extension_of(name));
    ++skipped_[extension.empty() ? "no extension" : extension];
    return true;
}

/// Walks the folder `path`, which ends in a slash and is the same again afterwards.
void InputFinder::walk(std::string& path, std::size_t root_length, const TakeInput& take) {
    leave_if_interrupted();
    if (skipped_folder_ && file_id(path) == skipped_folder_) return;
    Names names;
    const auto skip = [this](std::string_view name, unsigned char type) {
        return skips(name, type);
    };
    if (const int error = read_folder(path, skip, names)) {
        Input input = input_at(path);
        input.failure = "cannot read the folder: " + io::words_for(error);
        return take(input);
    }
    const std::size_t length = path.size();
    names.each([&](const char* name) {
        path += name;
        visit(path, root_length, take);
        path.resize(length);
    });
}

void InputFinder::visit(std::string& path, std::size_t root_length, const TakeInput& take) {
    const std::string_view name = input_at(path).name;
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0) return take(missing(path, errno));
    const bool is_link = S_ISLNK(status.st_mode);
    if (is_link && ::stat(path.c_str(), &status) != 0) {
        const int error = errno;
        if (!skips(name, DT_REG)) take(missing(path, error));
    } else if (S_ISDIR(status.st_mode)) {
        if (is_link) {
            ++folder_links_;
            return;
        }
        path += '/';
        walk(path, root_length, take);
    } else if (!S_ISREG(status.st_mode)) {
        ++special_files_;
    } else if (!skips(name, DT_REG)) {
        ++found_;
        Input input = input_at(path, status);
        input.below = input.folder.substr(root_length);
        input.found = true;
        take(input);
    }
}

std::vector<std::string> InputFinder::notes() const {
    std::vector<std::string> notes;
    std::size_t total = 0;
    std::string kinds;
    for (const auto& [kind, count] : skipped_) {
        total += count;
        kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, shown(kind));
    }
    if (total > 0)
        notes.push_back(fmt::format(
            "{} without the extension of a format that is turned: {}",
            total == 1 ? "1 file was skipped" : fmt::format("{} files were skipped", total),
            kinds));
    if (special_files_ > 0)
        notes.push_back(fmt::format(
            "{} {} skipped", special_files_,
            special_files_ == 1 ? "device, pipe or socket was" : "devices, pipes or sockets were"));
    if (folder_links_ > 0)
        notes.push_back(
            fmt::format("{} {} not followed", folder_links_,
                        folder_links_ == 1 ? "link to a folder was" : "links to folders were"));
    if (walked_ && found_ == 0) notes.emplace_back("no images were found in the folders");
    return notes;
}

}  // namespace turntile::app
