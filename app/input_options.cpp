#include "app/input_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/option_values.hpp"

namespace turntile::app {
namespace {

constexpr int most_shards = 1'000'000;

Shard parse_shard(const std::string& word) {
    const std::size_t slash = word.find('/');
    if (slash == std::string::npos)
        throw UsageError(fmt::format("--shard: I/N, such as 1/4, not '{}'", word));
    Shard shard;
    shard.count =
        parse_number(std::string_view(word).substr(slash + 1), 1, most_shards, "--shard I/N: N");
    shard.index =
        parse_number(std::string_view(word).substr(0, slash), 1, shard.count, "--shard I/N: I");
    return shard;
}

void check_standard_streams(const TurnCommand& result) {
    const bool reads =
        std::find(result.inputs.begin(), result.inputs.end(), "-") != result.inputs.end();
    const bool has_list = result.files_from || result.turn_list;
    if (reads && has_list)
        throw UsageError("- is standard input: it cannot stand beside a list of files");
    if (reads && result.inputs.size() > 1)
        throw UsageError("- is standard input: it must be the one input (./- is a file)");
    if (reads && result.in_place)
        throw UsageError(
            "standard input cannot be replaced: give -o FILE, or -o - (./- is a file)");
    if (!result.writes_stdout()) return;
    if (has_list || result.recursive || result.inputs.size() != 1)
        throw UsageError(
            "-o - is standard output: it takes the result of one input (./- is a file)");
    if (result.json && !result.dry_run)
        throw UsageError("-o - and --json both want standard output");
}

void read_shared_words(const InputWords& words, TurnCommand& result) {
    if (!words.shard.empty()) result.shard = parse_shard(words.shard);
    if (result.skip_existing && result.overwrite)
        throw UsageError("give one of --skip-existing and --overwrite");
    if (result.skip_existing && result.in_place)
        throw UsageError("--skip-existing: with -i every output exists");
    check_standard_streams(result);
}

}  // namespace

void add_input_options(CLI::App& command, InputWords& words, TurnCommand& result) {
    command
        .add_option("--files-from", words.files_from,
                    "Inputs from a list, one a line; - is standard input")
        ->type_name("FILE");
    command.add_flag("-0,--null", result.nul_separated, "The list's entries end in NUL, not lines");
    command.add_option("--shard", words.shard, "Only the I-th of N parts of the files")
        ->type_name("I/N");
    command.add_flag("--skip-existing", result.skip_existing, "Skip inputs whose outputs exist");
    command.add_flag("-n,--dry-run", result.dry_run, "Show what would be done; write nothing");
}

void read_input_words(const InputWords& words, std::vector<std::string> inputs,
                      TurnCommand& result) {
    result.inputs = std::move(inputs);
    if (!words.files_from.empty()) result.files_from = words.files_from;
    if (result.nul_separated && !result.files_from)
        throw UsageError("-0 is about a list: give --files-from");
    if (result.inputs.empty() && !result.files_from)
        throw UsageError("no input: name image files, or folders with -r, or give --files-from");
    read_shared_words(words, result);
}

void read_apply_words(const InputWords& words, const std::vector<std::string>& names,
                      TurnCommand& result) {
    if (names.size() != 1)
        throw UsageError("apply: give one LIST of lines TURN <tab> INPUT [<tab> OUTPUT] (or -)");
    if (!words.files_from.empty()) throw UsageError("apply: the list names the inputs already");
    result.turn_list = names.front();
    read_shared_words(words, result);
}

}  // namespace turntile::app
