// What the program says, and where: results on standard output, errors and notes on standard error,
// whole lines at a time.
#pragma once

#include <string>
#include <string_view>

namespace turntile::app {

/// Takes standard error for the program's own lines. Image libraries print to C's `stderr` and to
/// `std::cerr` on odd files; from here on that goes nowhere, so that each fault is one line of
/// ours. File descriptor 2 itself stays as it is.
void take_stderr();

/// Writes "turntile: TEXT" and a line end to standard error.
void say_error(std::string_view text);

/// As `say_error`, marked as a note.
void say_note(std::string_view text);

/// Writes `text` to standard error as it is.
void print_error_text(std::string_view text);

/// Writes `text` to standard output. False if that failed, once and for all: the reader is gone or
/// the disk is full.
bool print(std::string_view text);

/// `name` in single quotes, fit for a line: control characters, quotes and backslashes are escaped,
/// other bytes stay.
std::string shown(std::string_view name);

/// `name` with U+FFFD for every byte that is not UTF-8.
std::string as_utf8(std::string_view name);
bool is_utf8(std::string_view name);

}  // namespace turntile::app
