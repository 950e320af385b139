#include "app/input_list.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <system_error>

#include "app/console.hpp"
#include "app/option_values.hpp"
#include "app/standard_streams.hpp"
#include "io/file_error.hpp"

namespace turntile::app {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string shown_list(const std::string& path) {
    return path == "-" ? "standard input" : shown(path);
}

/// Cuts text that comes piece by piece into entries.
class Entries {
  public:
    Entries(const std::string& path, ListEnds ends, const TakeEntry& take)
        : path_(path), lines_(ends == ListEnds::lines), take_(take) {}

    void add(std::string_view text) {
        const char end = lines_ ? '\n' : '\0';
        for (std::size_t at = 0; (at = text.find(end)) != std::string_view::npos;) {
            entry_ += text.substr(0, at);
            text.remove_prefix(at + 1);
            finish_entry();
        }
        entry_ += text;
    }

    /// What stands behind the last end, if anything does.
    void finish() {
        if (!entry_.empty()) finish_entry();
    }

  private:
    void finish_entry() {
        ++number_;
        take_(lines_ ? line() : std::string_view(entry_), number_);
        entry_.clear();
    }

    std::string_view line() {
        std::string_view line = entry_;
        if (line.find('\0') != std::string_view::npos)
            throw UsageError(
                fmt::format("{}, line {}: holds a NUL byte (a list for -0, or text in UTF-16?)",
                            shown_list(path_), number_));
        if (number_ == 1) {
            if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
            is_windows_ = line.ends_with('\r');
        }
        if (is_windows_ && line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }

    const std::string& path_;
    bool lines_;
    const TakeEntry& take_;
    std::string entry_;
    std::size_t number_ = 0;
    bool is_windows_ = false;
};

}  // namespace

void read_list(const std::string& path, ListEnds ends, const TakeEntry& take) {
    std::optional<io::FileDescriptor> file;
    if (path != "-") {
        file.emplace(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
        if (!file->is_open())
            throw UsageError(
                fmt::format("cannot open the list {}: {}", shown_list(path), io::words_for(errno)));
    }
    std::array<char, 1 << 16> piece;
    Entries entries(path, ends, take);
    try {
        while (const std::size_t count = read_some(file ? file->get() : STDIN_FILENO, piece))
            entries.add({piece.data(), count});
    } catch (const std::system_error& error) {
        throw UsageError(
            fmt::format("cannot read the list {}: {}", shown_list(path), error.code().message()));
    }
    entries.finish();
}

}  // namespace turntile::app
