// What the program says, and where: results on standard output, errors and notes on standard error,
// whole lines at a time.
#pragma once

#include <string>
#include <string_view>

namespace turntile::app {

/// Opens the standard descriptors that the parent process left closed: a picture's file must never
/// be one that messages go to. Each on /dev/null and the wrong way round, so that a picture that is
/// read from or written to it fails, as on a closed one, instead of vanishing. First of all.
void guard_standard_descriptors();

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

/// Shows `line` (ASCII, narrower than the terminal) at the bottom of the terminal on standard
/// error, in place of the one before. Whatever else is said appears above it. Empty: takes it away.
void show_status(std::string_view line);

/// Writes `text` to standard output. Once that has failed (the reader is gone, the disk is full) it
/// does nothing more.
void print(std::string_view text);

/// The errno with which standard output failed, or 0.
int output_error() noexcept;

/// `text`, fit for a line on a terminal: control characters (also those of Unicode that turn the
/// direction of writing) are escaped, other bytes stay.
std::string printable(std::string_view text);

/// `name`, printable, in single quotes; quotes and backslashes in it are escaped too.
std::string shown(std::string_view name);

/// `name` with U+FFFD for every byte that is not UTF-8.
std::string as_utf8(std::string_view name);
bool is_utf8(std::string_view name);

}  // namespace turntile::app
