#include "app/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string_view>

#include "app/option_values.hpp"
#include "app/version.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::app {
namespace {

/// Says what each command takes; CLI11 knows only what it parses itself.
class HelpFormatter : public CLI::Formatter {
  public:
    HelpFormatter() { column_width(26); }

    std::string make_usage(const CLI::App* app, std::string name) const override {
        const std::string command = app->get_name();
        if (app->get_parent() == nullptr)
            return fmt::format("Usage: {} COMMAND ... [OPTIONS]\n", name);
        if (command == "rotate") name += " 90|180|270|-90";
        if (command == "flip") name += " horizontal|vertical";
        const bool takes_files = command != "bench" && command != "devices" && command != "turn";
        return fmt::format("Usage: {}{} [OPTIONS]\n", name,
                           takes_files ? " INPUT... (-o PATH | -i)" : "");
    }
};

constexpr std::string_view examples =
    "Examples:\n"
    "  turntile rotate 90 photos/*.jpg -o turned/      a quarter turn clockwise, into a folder\n"
    "  turntile upright -i -r ~/Pictures               upright by the orientation tag, in place\n"
    "  turntile flip horizontal scan.tif -o mirrored.tif\n"
    "  turntile bench                                  what this machine's GPU and CPU reach\n"
    "\nExit codes: 0 done or nothing to do; 1 some file failed, the others are done; 2 wrong usage "
    "or a refused\n"
    "plan, nothing touched; 130, 143 interrupted, originals whole.\n";

/// The words of an option as CLI11 read them; they become values once parsing is over.
struct TurnWords {
    std::string output;
    std::string backend = "auto";
    std::string devices;
    std::string jobs;
    std::string quality;
    std::string allow;
    bool naive = false;
    bool tiled = false;
};

struct BenchWords {
    std::string sizes = "6000x4000";
    std::string pixel_bytes = "1,3,4";
    std::string turns = "rotate_90";
    std::string pitch = "padded";
    std::string batch = "1";
    std::string backend = "auto";
    std::string device = "0";
    bool all = false;
};

void add_turn_options(CLI::App& command, TurnWords& words, TurnCommand& result) {
    command.add_option("-o,--output", words.output, "Folder (or, for one input, file) to write to")
        ->type_name("PATH");
    command.add_flag("-i,--in-place", result.in_place,
                     "Replace the inputs; give exactly one of -o and -i");
    command.add_flag("--overwrite", result.overwrite,
                     "Replace outputs that exist; otherwise they are refused");
    command.add_flag("-r,--recursive", result.recursive, "Go into folders; -o mirrors their trees");
    command.add_flag("--tiled", words.tiled, "Turn through tiles (the default)");
    command.add_flag("--naive", words.naive,
                     "Turn pixel by pixel, to compare; the result is the same");
    command
        .add_option("--backend", words.backend, "auto, cuda or cpu; auto takes a GPU when it pays")
        ->type_name("NAME");
    command
        .add_option("--device", words.devices,
                    "CUDA devices: 0 or 0,1 or all; the first by default")
        ->type_name("LIST");
    command
        .add_option("-j,--jobs", words.jobs,
                    "Files worked on at a time; by default one for each core")
        ->type_name("N");
    command
        .add_option("--quality", words.quality,
                    "JPEG quality, 1 to 100 (default 95); always encodes")
        ->type_name("N");
    command.add_flag("--ignore-orientation", result.request.ignore_orientation,
                     "Turn stored pixels as if there were no orientation tag");
    command
        .add_option("--allow", words.allow,
                    "Permit losses: pages, animation, alpha, depth, extras, truncated")
        ->type_name("LIST");
    command.add_flag("--json", result.json, "Report as JSON lines on standard output");
    command.add_flag("-q,--quiet", result.quiet,
                     "No notes and no summary; errors are always shown");
    command.allow_extras();
}

void add_bench_options(CLI::App& command, BenchWords& words, BenchCommand& result) {
    command.add_option("--size", words.sizes, "Sizes in pixels (default 6000x4000)")
        ->type_name("WxH,...");
    command.add_option("--pixel-bytes", words.pixel_bytes, "Bytes of a pixel (default 1,3,4)")
        ->type_name("N,...");
    command.add_option("--turn", words.turns, "Turns (default rotate_90)")->type_name("TURN,...");
    command.add_flag("--all", words.all, "All seven turns and all eight pixel sizes");
    command.add_option("--pitch", words.pitch, "Rows padded (default) or tight")->type_name("KIND");
    command.add_option("--batch", words.batch, "Images turned in one step (default 1)")
        ->type_name("N");
    command.add_option("--backend", words.backend, "auto (every one there is), cuda or cpu")
        ->type_name("NAME");
    command.add_option("--device", words.device, "CUDA device (default 0)")->type_name("N");
    command.add_flag("--json", result.json, "Report as JSON lines");
    command.add_flag("--csv", result.csv, "Report as CSV");
}

// Names as they are: CLI11 would read lists and numbers into some of them, so it only hands over
// what it did not know.
std::vector<std::string> names_among(const std::vector<std::string>& words) {
    for (const std::string& word : words)
        if (word.size() > 1 && word.front() == '-')
            throw UsageError(
                fmt::format("unknown option '{}' (a name may start with '-' behind '--')", word));
    return words;
}

std::string take_first(std::vector<std::string>& words, const char* missing) {
    if (words.empty()) throw UsageError(missing);
    std::string first = std::move(words.front());
    words.erase(words.begin());
    return first;
}

void read_devices(const std::string& word, TurnCommand& result) {
    if (word.empty()) return;
    if (word == "all") {
        result.all_devices = true;
        return;
    }
    for (const std::string_view index : split_list(word))
        result.devices.push_back(parse_number(index, 0, 1023, "--device"));
}

TurnCommand read_turn_command(TurnWords words, TurnCommand result,
                              std::vector<std::string> inputs) {
    if (words.naive && words.tiled) throw UsageError("give one of --naive and --tiled");
    if (words.output.empty() == !result.in_place)
        throw UsageError("give exactly one of -o PATH (write there) and -i (replace the inputs)");
    if (inputs.empty()) throw UsageError("no input: name image files, or folders with -r");
    if (!words.output.empty()) result.output = words.output;
    result.photo.method = words.naive ? Method::naive : Method::tiled;
    result.backend = parse_backend(words.backend);
    read_devices(words.devices, result);
    if (!words.jobs.empty()) result.jobs = parse_number(words.jobs, 1, 1024, "-j");
    if (!words.quality.empty())
        result.photo.jpeg_quality = parse_number(words.quality, 1, 100, "--quality");
    if (!words.allow.empty())
        for (const std::string_view loss : split_list(words.allow))
            result.photo.allowed.push_back(parse_loss(loss));
    result.inputs = std::move(inputs);
    return result;
}

BenchCommand read_bench_command(const BenchWords& words, BenchCommand result) {
    result.sizes.clear();
    result.pixel_bytes.clear();
    result.turns.clear();
    for (const std::string_view size : split_list(words.sizes))
        result.sizes.push_back(parse_size(size));
    for (const std::string_view bytes :
         split_list(words.all ? "1,2,3,4,6,8,12,16" : words.pixel_bytes)) {
        const int number = parse_number(bytes, 1, 16, "--pixel-bytes");
        if (!is_pixel_size(static_cast<std::size_t>(number)))
            throw UsageError(
                fmt::format("--pixel-bytes: 1, 2, 3, 4, 6, 8, 12 or 16, not '{}'", bytes));
        result.pixel_bytes.push_back(static_cast<std::size_t>(number));
    }
    if (words.all)
        result.turns.assign(all_turns.begin() + 1, all_turns.end());
    else
        for (const std::string_view turn : split_list(words.turns))
            result.turns.push_back(parse_turn(turn));
    if (words.pitch != "padded" && words.pitch != "tight")
        throw UsageError(fmt::format("--pitch: padded or tight, not '{}'", words.pitch));
    result.tight_pitch = words.pitch == "tight";
    result.batch = parse_number(words.batch, 1, 65536, "--batch");
    result.backend = parse_backend(words.backend);
    result.device = parse_number(words.device, 0, 1023, "--device");
    if (result.json && result.csv) throw UsageError("give one of --json and --csv");
    return result;
}

/// CLI11's commands, and the values that they write to.
struct CommandLine {
    CLI::App app{
        "Turns images: quarter turns, flips, transposes, and upright by the orientation tag.\n"
        "On an NVIDIA GPU where there is one, else on the CPU.",
        "turntile"};
    TurnWords turn_words;
    TurnCommand turn;
    BenchWords bench_words;
    BenchCommand bench;
    DevicesCommand devices_command;
    CLI::App* rotate = nullptr;
    CLI::App* flip = nullptr;
    CLI::App* transpose = nullptr;
    CLI::App* transverse = nullptr;
    CLI::App* upright = nullptr;
    CLI::App* bench_turn = nullptr;
    CLI::App* devices = nullptr;

    CommandLine() {
        app.require_subcommand(1);
        app.set_version_flag("--version", version_text());
        app.set_help_all_flag("--help-all", "Print the help of every command");
        app.formatter(std::make_shared<HelpFormatter>());
        app.footer(std::string(examples));
        rotate = add_turn("rotate", "Turn clockwise: turntile rotate 90|180|270|-90 INPUT...");
        flip = add_turn("flip", "Mirror: turntile flip horizontal|vertical INPUT...");
        transpose = add_turn("transpose", "Swap rows and columns (mirror along the main diagonal)");
        transverse = add_turn("transverse", "Mirror along the other diagonal");
        upright = add_turn("upright",
                           "Turn as the orientation tag says, and set the tag to 1 (alias: auto)");
        upright->alias("auto");
        bench_turn = add_bench();
        devices = app.add_subcommand("devices",
                                     "List the backends and devices, and say which would be used");
        devices->add_flag("--json", devices_command.json, "Report as JSON");
    }

  private:
    CLI::App* add_turn(const char* command, const char* description) {
        CLI::App* added = app.add_subcommand(command, description);
        add_turn_options(*added, turn_words, turn);
        return added;
    }

    CLI::App* add_bench() {
        CLI::App* group = app.add_subcommand(
            "bench", "Measure naive, tiled and copy side by side; needs no files");
        CLI::App* added = group->add_subcommand("turn", "The turns (the default)");
        add_bench_options(*group, bench_words, bench);
        add_bench_options(*added, bench_words, bench);
        return group;
    }
};

Command read(CommandLine& line, std::vector<std::string> verbatim_names) {
    if (line.devices->parsed()) return line.devices_command;
    if (line.bench_turn->parsed()) return read_bench_command(line.bench_words, line.bench);
    for (CLI::App* command :
         {line.rotate, line.flip, line.transpose, line.transverse, line.upright}) {
        if (!command->parsed()) continue;
        std::vector<std::string> words = command->remaining();
        TurnCommand& turn = line.turn;
        if (command == line.rotate)
            turn.request.turn =
                parse_angle(take_first(words, "rotate: which angle? 90, 180, 270 or -90"));
        if (command == line.flip)
            turn.request.turn =
                parse_flip(take_first(words, "flip: which direction? horizontal or vertical"));
        if (command == line.transpose) turn.request.turn = Turn::transpose;
        if (command == line.transverse) turn.request.turn = Turn::transverse;
        if (command == line.upright && turn.request.ignore_orientation)
            throw UsageError(
                "upright: goes by the orientation tag, so --ignore-orientation makes no sense");
        std::vector<std::string> inputs = names_among(words);
        inputs.insert(inputs.end(), verbatim_names.begin(), verbatim_names.end());
        return read_turn_command(line.turn_words, turn, std::move(inputs));
    }
    return Finished{0, line.app.help()};
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto dashes = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> ours(words.begin(), dashes);
    std::vector<std::string> verbatim_names(dashes == words.end() ? dashes : dashes + 1,
                                            words.end());
    CommandLine line;
    if (ours.empty()) return Finished{2, line.app.help()};
    std::reverse(ours.begin(), ours.end());  // as CLI11 takes them
    try {
        line.app.parse(ours);
        return read(line, std::move(verbatim_names));
    } catch (const CLI::CallForAllHelp&) {
        return Finished{0, line.app.help("", CLI::AppFormatMode::All)};
    } catch (const CLI::CallForHelp&) {
        return Finished{0, line.app.help()};
    } catch (const CLI::CallForVersion&) {
        return Finished{0, version_text() + "\n"};
    } catch (const CLI::ParseError& error) {
        return Finished{2, fmt::format("turntile: {} (turntile --help says more)\n", error.what())};
    } catch (const UsageError& error) {
        return Finished{2, fmt::format("turntile: {}\n", error.what())};
    }
}

}  // namespace turntile::app
