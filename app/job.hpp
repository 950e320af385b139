// One file to turn, kept small: a plan may hold millions.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "turntile/turn.hpp"

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

/// A path in two parts, borrowed from JobTexts. The folder is spelled as it was given, up to its
/// last slash, and empty for the working folder.
struct JobPath {
    const std::string* folder = nullptr;
    const char* name = "";

    bool empty() const { return folder == nullptr; }
    std::string text() const { return folder == nullptr ? std::string() : *folder + name; }
};

/// One file to turn. Its texts belong to the plan.
struct Job {
    JobPath from;
    JobPath to;                    ///< equal to `from` in place
    const char* reason = nullptr;  ///< why it fails at once, or is passed over; null for most
    FileId id = {};                ///< of the source file
    std::uint64_t size_bytes = 0;  ///< of the source file
    std::uint32_t hard_links = 1;  ///< names of the source file
    Turn turn = Turn::none;        ///< that is asked for, on top of the file's orientation
    bool is_skipped : 1 = false;   ///< `reason` is no failure: the output exists already
    bool found : 1 = false;  ///< in a folder, not named: what is no image for us is passed over
    bool own_output : 1 = false;       ///< a list names the target of this very job
    bool names_format : 1 = false;     ///< the target's extension decides the format
    bool replaces : 1 = false;         ///< the target exists and may be replaced
    bool replaces_source : 1 = false;  ///< the target is the source, however it is named
    bool reads_stdin : 1 = false;
    bool writes_stdout : 1 = false;

    std::filesystem::path source() const { return from.text(); }
    std::filesystem::path target() const { return to.text(); }
    bool has_work() const { return reason == nullptr; }
    std::string failure() const { return reason == nullptr || is_skipped ? "" : reason; }
    std::string skip_reason() const { return is_skipped ? reason : ""; }
};
static_assert(sizeof(Job) <= 88, "a plan holds one for each of a million files");

/// The text of jobs: names end to end, each folder once. It stays where it is until this object
/// ends, also when this object is moved.
class JobTexts {
  public:
    /// A copy of `text`, which holds no NUL.
    const char* keep(std::string_view text);
    /// `path` as a folder: a slash is added where there is none at the end.
    const std::string* folder(std::string_view path);
    /// `path` taken apart behind its last slash.
    JobPath path(std::string_view path);

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>()(text);
        }
    };

    std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_ =
        std::make_unique<std::pmr::monotonic_buffer_resource>();
    std::unordered_set<std::string, Hash, std::equal_to<>> folders_;
};

}  // namespace turntile::app
