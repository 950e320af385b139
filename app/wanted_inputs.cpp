#include "app/wanted_inputs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "app/console.hpp"
#include "app/input_list.hpp"
#include "app/option_values.hpp"
#include "turntile/codec.hpp"

namespace turntile::app {
namespace {

constexpr std::size_t fields_of_an_entry = 3;

ListEnds ends_of(const TurnCommand& command) {
    return command.nul_separated ? ListEnds::nuls : ListEnds::lines;
}

/// Makes sense of the entries of a list of turns.
class TurnList {
  public:
    TurnList(const TurnCommand& command, Refusals& refusals,
             const std::function<void(const Wanted&)>& take)
        : command_(command), refusals_(refusals), take_(take) {}

    void run() {
        read_list(*command_.turn_list, ends_of(command_),
                  [this](std::string_view entry, std::size_t number) {
                      command_.nul_separated ? add_field(entry) : add_line(entry, number);
                  });
        if (!fields_.empty())
            refuse(number_ + 1,
                   "ends early: -0 wants TURN, INPUT and OUTPUT (may be empty) each "
                   "ended by a NUL");
    }

  private:
    void add_line(std::string_view line, std::size_t number) {
        if (line.empty()) return;
        std::vector<std::string_view> fields;
        for (std::size_t tab = 0; tab != std::string_view::npos;) {
            tab = line.find('\t');
            fields.push_back(line.substr(0, tab));
            line.remove_prefix(tab == std::string_view::npos ? line.size() : tab + 1);
        }
        if (fields.size() < 2)
            return refuse(number, "no tab: a line is TURN <tab> INPUT [<tab> OUTPUT]");
        if (fields.size() > fields_of_an_entry)
            return refuse(number, "more than two tabs (-0 takes names with tabs in them)");
        add(number, fields[0], fields[1], fields.size() > 2 ? fields[2] : "");
    }

    /// Under -0 the fields of an entry are ended by NULs, as the entries are.
    void add_field(std::string_view field) {
        fields_.emplace_back(field);
        if (fields_.size() < fields_of_an_entry) return;
        add(++number_, fields_[0], fields_[1], fields_[2]);
        fields_.clear();
    }

    void add(std::size_t number, std::string_view turn, std::string_view path,
             std::string_view output) {
        if (path.empty()) return refuse(number, "no INPUT");
        if (output.empty() && !command_.output && !command_.in_place)
            return refuse(number, "no OUTPUT, and neither -o nor -i is given");
        if (!output.empty() && command_.in_place)
            return refuse(number, "an OUTPUT, although -i replaces the inputs");
        try {
            take_({.path = path, .turn = turn_of(turn), .output = output_of(path, output)});
        } catch (const UsageError& error) {
            refuse(number, error.what());
        }
    }

    Turn turn_of(std::string_view words) const {
        const bool is_upright = words == "upright" || words == "auto";
        if (is_upright && command_.request.ignore_orientation)
            throw UsageError(
                "upright: goes by the orientation tag, so --ignore-orientation makes "
                "no sense");
        if (is_upright && command_.request.tag_only)
            throw UsageError("upright: moves pixels, so --tag-only makes no sense");
        return parse_turn_words(words);
    }

    /// OUTPUT below -o's folder, with a slash at the end if it is a folder.
    std::string output_of(std::string_view path, std::string_view given) const {
        if (given.empty()) return {};
        std::string output = given.starts_with('/') || !command_.output
                                 ? std::string(given)
                                 : fmt::format("{}{}{}", *command_.output,
                                               command_.output->ends_with('/') ? "" : "/", given);
        if (output.ends_with('/')) return output;
        if (is_folder(output) || (command_.recursive && is_folder(std::string(path))))
            return output + "/";
        check_extension(output);
        return output;
    }

    void refuse(std::size_t number, std::string_view why) {
        const std::string& list = *command_.turn_list;
        refusals_.add(fmt::format("{}, {} {}: {}", list == "-" ? "standard input" : shown(list),
                                  command_.nul_separated ? "entry" : "line", number,
                                  printable(why)));
    }

    const TurnCommand& command_;
    Refusals& refusals_;
    const std::function<void(const Wanted&)>& take_;
    std::vector<std::string> fields_;  ///< of an entry that is not complete yet
    std::size_t number_ = 0;           ///< of the last complete entry
};

}  // namespace

bool is_folder(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

void check_extension(const std::string& output) {
    const std::string extension = std::filesystem::path(output).extension();
    if (!extension.empty() && !format_of_extension(extension))
        throw UsageError(
            fmt::format("{}: no format that can be written has that extension", shown(output)));
}

void each_wanted(const TurnCommand& command, Refusals& refusals,
                 const std::function<void(const Wanted&)>& take) {
    for (const std::string& path : command.inputs)
        take({.path = path, .turn = command.request.turn});
    if (command.files_from)
        read_list(*command.files_from, ends_of(command), [&](std::string_view path, std::size_t) {
            if (!path.empty()) take({.path = path, .turn = command.request.turn});
        });
    if (command.turn_list) TurnList(command, refusals, take).run();
}

}  // namespace turntile::app
