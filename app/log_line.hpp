// The lines of a log, one JSON object each. The first says what was asked for; then an intent
// before a file is published, and a line when it is done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "io/file_stamp.hpp"
#include "turntile/turn.hpp"

namespace turntile::app {

/// By what a file is known again after renames and restarts. (A device's number and the time of
/// the last change of its attributes do not last as long.)
struct FileMark {
    std::uint64_t inode = 0;
    std::int64_t size_bytes = 0;
    std::int64_t modified_ns = 0;  ///< since 1970
    friend bool operator==(const FileMark&, const FileMark&) = default;
};

FileMark mark_of(const io::FileStamp& stamp);

/// First line.
struct LogStart {
    std::string request;  ///< the command and the options that decide what is written
};

/// A file is about to be published.
struct LogIntent {
    std::filesystem::path path;    ///< that it gets: absolute, without links
    Turn turn = Turn::none;        ///< that was asked for
    std::string hidden_name = {};  ///< that it has until then, in the same folder
    FileMark hidden = {};
    std::optional<FileMark> source = {};  ///< the file that is turned, if it is the one replaced
};

/// A file is published, or needed nothing.
struct LogDone {
    std::filesystem::path path;
    Turn turn = Turn::none;
};

using LogLine = std::variant<LogStart, LogIntent, LogDone>;

/// The line's text, with its end.
std::string text_of(const LogLine& line);

/// @throws std::exception if `text` (without the line's end) is no such line
LogLine parse_log_line(std::string_view text);

/// What became of an intent that no "done" followed.
enum class IntentOutcome {
    published,
    unpublished,
    unclear,  ///< the file at the path is neither the one nor the other
};

/// Decides that from the files that are there now: `at_path`, and `hidden` at the hidden name.
IntentOutcome outcome_of(const LogIntent& intent, const std::optional<FileMark>& at_path,
                         const std::optional<FileMark>& hidden);

}  // namespace turntile::app
