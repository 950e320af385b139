#include "app/console.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <mutex>

#include "io/write_all.hpp"

namespace turntile::app {
namespace {

std::mutex console_mutex;
std::string status_line;
constexpr std::string_view to_clear_line = "\r\x1b[K";
std::atomic<int> output_failure = 0;  // an errno

// The length of the UTF-8 sequence at the start of `text`, or 0 if there is none (RFC 3629).
std::size_t utf8_length(std::string_view text) {
    const auto at = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto continues = [&](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
    const unsigned first = at(0);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool overlong = first == 0xE0 && at(1) < 0xA0;
        const bool surrogate = first == 0xED && at(1) >= 0xA0;
        return !overlong && !surrogate && continues(1) && continues(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool overlong = first == 0xF0 && at(1) < 0x90;
        const bool too_large = first == 0xF4 && at(1) >= 0x90;
        return !overlong && !too_large && continues(1) && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

// ASCII's and Latin-1's controls, and the characters that embed or override a direction of writing.
bool is_control(std::string_view character) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return at(0) < 0x20 || at(0) == 0x7F;
    if (character.size() == 2) return at(0) == 0xC2 && at(1) < 0xA0;
    if (character.size() != 3 || at(0) != 0xE2) return false;
    return (at(1) == 0x80 && at(2) >= 0xAA && at(2) <= 0xAE) ||
           (at(1) == 0x81 && at(2) >= 0xA6 && at(2) <= 0xA9);
}

}  // namespace

void guard_standard_descriptors() {
    // A new descriptor is the lowest that is free.
    for (int wanted = STDIN_FILENO; wanted <= STDERR_FILENO; ++wanted)
        if (::fcntl(wanted, F_GETFD) < 0)
            ::open("/dev/null", wanted == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void take_stderr() {
    if (std::FILE* nowhere = std::fopen("/dev/null", "w")) stderr = nowhere;
    std::cerr.rdbuf(nullptr);  // a stream without a buffer drops what it is given
    std::clog.rdbuf(nullptr);
}

void say_error(std::string_view text) {
    print_error_text(fmt::format("turntile: {}\n", text));
}

void say_note(std::string_view text) {
    print_error_text(fmt::format("turntile: note: {}\n", text));
}

void print_error_text(std::string_view text) {
    const std::lock_guard lock(console_mutex);
    if (status_line.empty())
        io::write_all(STDERR_FILENO, text);
    else
        io::write_all(STDERR_FILENO, fmt::format("{}{}{}", to_clear_line, text, status_line));
}

void show_status(std::string_view line) {
    const std::lock_guard lock(console_mutex);
    if (line == status_line) return;
    io::write_all(STDERR_FILENO, fmt::format("{}{}", to_clear_line, line));
    status_line = line;
}

void print(std::string_view text) {
    if (output_failure != 0) return;
    const std::lock_guard lock(console_mutex);
    const bool is_above_status = !status_line.empty() && ::isatty(STDOUT_FILENO) == 1;
    if (is_above_status) io::write_all(STDERR_FILENO, to_clear_line);
    if (!io::write_all(STDOUT_FILENO, text)) output_failure = errno;
    if (is_above_status) io::write_all(STDERR_FILENO, status_line);
}

int output_error() noexcept {
    return output_failure;
}

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
        const std::string_view character = text.substr(0, length);
        if (character == "\n")
            result += "\\n";
        else if (character == "\t")
            result += "\\t";
        else if (is_control(character))
            for (const char byte : character)
                result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
        else
            result += character;
        text.remove_prefix(length);
    }
    return result;
}

std::string shown(std::string_view name) {
    std::string escaped;
    for (const char c : name) {
        if (c == '\'' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return "'" + printable(escaped) + "'";
}

std::string as_utf8(std::string_view name) {
    std::string result;
    while (!name.empty()) {
        const std::size_t length = utf8_length(name);
        result += length > 0 ? name.substr(0, length) : std::string_view("\xEF\xBF\xBD");
        name.remove_prefix(length > 0 ? length : 1);
    }
    return result;
}

bool is_utf8(std::string_view name) {
    while (!name.empty()) {
        const std::size_t length = utf8_length(name);
        if (length == 0) return false;
        name.remove_prefix(length);
    }
    return true;
}

}  // namespace turntile::app
