#include "app/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string_view>

#include "app/help_formatter.hpp"
#include "app/input_options.hpp"
#include "app/option_values.hpp"
#include "app/option_words.hpp"
#include "app/pipeline_options.hpp"
#include "app/request_text.hpp"
#include "app/version.hpp"

namespace turntile::app {
namespace {

std::string not_empty(const std::string& path) {
    return path.empty() ? "is empty" : "";
}

void add_turn_options(CLI::App& command, TurnWords& words, TurnCommand& result) {
    command.add_option("-o,--output", words.output, "Folder (or, for one input, file) to write to")
        ->type_name("PATH")
        ->check(not_empty);
    command.add_flag("-i,--in-place", result.in_place,
                     "Replace the inputs; give exactly one of -o and -i");
    command.add_flag("--overwrite", result.overwrite,
                     "Replace outputs that exist; otherwise they are refused");
    command.add_flag("--backup{_original}", words.backup,
                     "Keep what is replaced under its name and this end");
    command.add_flag("--break-links", result.break_links,
                     "Replace one name of a file that has several (hard links)");
    command.add_flag("--preserve-time", result.publishing.keeps_time,
                     "Give results the times of their sources");
    command.add_flag("--fsync", words.fsync,
                     "Force new files to the disk too, as -i and --overwrite always do");
    command.add_option("--log", words.log, "Keep a log, with which an interrupted run can go on")
        ->type_name("FILE")
        ->check(not_empty);
    command.add_option("--resume", words.resume, "Go on with the run of a log: what is done stays")
        ->type_name("FILE")
        ->check(not_empty);
    command.add_flag("-r,--recursive", result.recursive, "Go into folders; -o mirrors their trees");
    add_input_options(command, words.inputs, result);
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
        .add_option("--max-memory", words.max_memory,
                    "Memory for pictures, 2G say; by default half of what is free")
        ->type_name("SIZE");
    command
        .add_option("--device-memory", words.device_memory,
                    "The same on each GPU; what needs more goes to the CPU")
        ->type_name("SIZE");
    command
        .add_option("--quality", words.quality,
                    "JPEG quality, 1 to 100; by default the source's; always encodes")
        ->type_name("N");
    command
        .add_option("--format", words.format,
                    "Write files of this kind: jpg, png, tif, bmp, webp, ppm")
        ->type_name("EXT");
    command
        .add_option("--progressive", words.progressive,
                    "Progressive JPEG: keep (as the source), on or off")
        ->type_name("WORD");
    command
        .add_option("--lossless", words.lossless,
                    "JPEG without decoding: auto (the default with -i), require, never")
        ->type_name("WORD");
    command.add_flag("--trim", result.photo.trim,
                     "With --lossless, cut partial blocks at mirrored edges");
    command.add_option("--max-pixels", words.max_pixels, "Refuse larger pictures (default 2^30)")
        ->type_name("N");
    command.add_flag("--verify", result.photo.verify,
                     "Read each result back and compare it before it is published");
    command.add_flag("--ignore-orientation", result.request.ignore_orientation,
                     "Turn stored pixels as if there were no orientation tag");
    command.add_flag("--tag-only", result.request.tag_only,
                     "Move no pixel: put the turn into the orientation tag");
    command.add_flag("--strip", result.photo.strip,
                     "Leave out metadata but colour profile and density");
    command
        .add_option("--allow", words.allow,
                    "Permit losses: pages,animation,alpha,depth,metadata,extras,truncated")
        ->type_name("LIST");
    command.add_flag("--json", result.json, "Report as JSON lines on standard output");
    command.add_flag("-q,--quiet", result.quiet,
                     "No notes and no summary; errors are always shown");
    command.add_flag("--progress,!--no-progress", words.progress,
                     "Show how far it is; by default on a terminal");
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

void add_access_options(CLI::App& command, AccessWords& words, AccessCommand& result) {
    command
        .add_option("--only", words.only,
                    "Rows or groups (loads,stores,structures,pinned,gather,ladder,ladder-1024)")
        ->type_name("ROW,...");
    command.add_flag("--once", result.once, "Launch each row once and time nothing: for ncu");
    command.add_option("--device", words.device, "CUDA device (default 0)")->type_name("N");
    command.add_flag("--json", result.json, "Report as JSON lines");
    command.add_flag("--csv", result.csv, "Report as CSV");
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
    LaunchCommand launch_command;
    PipelineWords pipeline_words;
    PipelineCommand pipeline_command;
    AccessWords access_words;
    AccessCommand access_command;
    DevicesCommand devices_command;
    CLI::App* rotate = nullptr;
    CLI::App* flip = nullptr;
    CLI::App* transpose = nullptr;
    CLI::App* transverse = nullptr;
    CLI::App* upright = nullptr;
    CLI::App* tag = nullptr;
    CLI::App* apply = nullptr;
    CLI::App* bench_group = nullptr;
    CLI::App* launch = nullptr;
    CLI::App* pipeline = nullptr;
    CLI::App* access = nullptr;
    CLI::App* devices = nullptr;

    CommandLine() {
        app.require_subcommand(1);
        app.set_version_flag("--version", version_text());
        app.set_help_all_flag("--help-all", "Print the help of every command");
        app.formatter(std::make_shared<HelpFormatter>());
        app.footer(std::string(help_footer));
        rotate = add_turn("rotate", "Turn clockwise: turntile rotate 90|180|270|-90 INPUT...");
        flip = add_turn("flip", "Mirror: turntile flip horizontal|vertical INPUT...");
        transpose = add_turn("transpose", "Swap rows and columns (mirror along the main diagonal)");
        transverse = add_turn("transverse", "Mirror along the other diagonal");
        upright = add_turn("upright",
                           "Turn as the orientation tag says, and set the tag to 1 (alias: auto)");
        upright->alias("auto");
        tag = add_turn("tag", "Set the orientation tag and leave the pixels: turntile tag 1..8");
        apply = add_turn("apply", "A turn for each file: lines of TURN <tab> INPUT [<tab> OUTPUT]");
        bench_group = add_bench();
        devices = app.add_subcommand("devices",
                                     "List the backends and devices, and say which would be used");
        devices->add_flag("--json", devices_command.json, "Report as JSON");
    }

    /// CLI11 would only say that there is no command.
    void check_command(const std::vector<std::string>& words) const {
        if (words.front().starts_with('-')) return;
        for (const CLI::App* command : app.get_subcommands(nullptr))
            if (command->check_name(words.front())) return;
        throw UsageError(
            fmt::format("there is no command '{}' (turntile --help lists them)", words.front()));
    }

  private:
    CLI::App* add_turn(const char* command, const char* description) {
        CLI::App* added = app.add_subcommand(command, description);
        added->footer("");  // the app's is inherited
        add_turn_options(*added, turn_words, turn);
        return added;
    }

    CLI::App* add_bench() {
        CLI::App* group = app.add_subcommand(
            "bench", "Measure naive, tiled and copy side by side; needs no files");
        CLI::App* added = group->add_subcommand("turn", "The turns (the default)");
        add_bench_options(*group, bench_words, bench);
        add_bench_options(*added, bench_words, bench);
        launch = group->add_subcommand(
            "launch", "What a call of the embedding library costs the host, on a GPU");
        launch->add_option("--device", bench_words.device, "CUDA device (default 0)")
            ->type_name("N");
        launch->add_flag("--json", launch_command.json, "Report as JSON");
        pipeline = group->add_subcommand(
            "pipeline", "Each stage of a batch alone, and all together, on a folder or on samples");
        add_pipeline_options(*pipeline, pipeline_words, pipeline_command);
        access = group->add_subcommand(
            "access", "Why coalescing matters: each access pattern predicted and measured");
        add_access_options(*access, access_words, access_command);
        return group;
    }
};

Command read(CommandLine& line, std::vector<std::string> verbatim_names) {
    if (line.devices->parsed()) return line.devices_command;
    if (line.launch->parsed()) return read_launch_command(line.bench_words, line.launch_command);
    if (line.pipeline->parsed()) {
        std::vector<std::string> names = names_among(line.pipeline->remaining());
        names.insert(names.end(), verbatim_names.begin(), verbatim_names.end());
        return read_pipeline_command(line.pipeline_words, line.pipeline_command, names);
    }
    if (line.access->parsed()) return read_access_command(line.access_words, line.access_command);
    if (line.bench_group->parsed()) return read_bench_command(line.bench_words, line.bench);
    for (CLI::App* command : {line.rotate, line.flip, line.transpose, line.transverse, line.upright,
                              line.tag, line.apply}) {
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
        if (command == line.tag)
            turn.request.tag = parse_tag(take_first(words, "tag: which value? 1 to 8"));
        if (command == line.upright && turn.request.tag_only)
            throw UsageError("upright: moves pixels, so --tag-only makes no sense (tag 1 sets it)");
        if (command == line.upright && turn.request.ignore_orientation)
            throw UsageError(
                "upright: goes by the orientation tag, so --ignore-orientation makes no sense");
        turn.request_text =
            request_text(*command, turn.request.tag                  ? name(*turn.request.tag)
                                   : turn.request.turn == Turn::none ? ""
                                                                     : name(turn.request.turn));
        std::vector<std::string> names = names_among(words);
        names.insert(names.end(), verbatim_names.begin(), verbatim_names.end());
        return read_turn_command(line.turn_words, turn, std::move(names), command == line.apply);
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
    try {
        line.check_command(ours);
        std::reverse(ours.begin(), ours.end());  // as CLI11 takes them
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
