#include "app/option_words.hpp"

#include <fmt/format.h>

#include "app/option_values.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::app {
namespace {

void read_format(const std::string& word, TurnCommand& result) {
    result.photo.format = format_of_extension(word);
    if (!result.photo.format)
        throw UsageError(
            fmt::format("--format: a file name's end such as jpg, png, tif, bmp, webp or ppm, not "
                        "'{}'",
                        word));
    if (result.in_place)
        throw UsageError("--format changes files' names, so it goes with -o, not with -i");
    result.format_extension = word.front() == '.' ? word : '.' + word;
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

void read_publishing(const TurnWords& words, TurnCommand& result) {
    if (words.fsync) result.publishing.durability = io::Durability::on_disk;
    if (words.backup.find('/') != std::string::npos)
        throw UsageError(fmt::format("--backup: a name's end, not '{}'", words.backup));
    if (!words.backup.empty() && !result.in_place && !result.overwrite)
        throw UsageError("--backup keeps what is replaced: give -i or --overwrite");
    result.publishing.backup_suffix = words.backup;
    if (!words.log.empty() && !words.resume.empty())
        throw UsageError("give one of --log (start a log) and --resume (go on with one)");
    if ((!words.log.empty() || !words.resume.empty()) && result.writes_stdout())
        throw UsageError(
            "-o -: what goes to standard output leaves nothing to go on with, so no log");
    if (!words.log.empty()) result.log = words.log;
    if (!words.resume.empty()) result.resume = words.resume;
    // What the log calls done is left out for ever: its file must be on the disk before.
    if (result.log || result.resume) result.publishing.durability = io::Durability::on_disk;
    if (!words.progress.empty()) result.progress = words.progress == "true";
}

void check_tag_words(const TurnWords& words, const TurnCommand& command) {
    if (command.request.tag && (command.request.tag_only || command.request.ignore_orientation))
        throw UsageError(
            "tag: turns nothing, so --tag-only and --ignore-orientation make no sense");
    if (!words.quality.empty() || !words.format.empty() || !words.lossless.empty() ||
        words.progressive != "keep" || command.photo.trim || command.photo.strip)
        throw UsageError(
            "only the tag is set, so --quality, --format, --progressive, --lossless, --trim and "
            "--strip make no sense");
}

void check_jpeg_words(const TurnWords& words, const TurnCommand& command) {
    const std::optional<Format> format = command.photo.format;
    if (!format || *format == Format::jpeg) return;
    const bool wants_lossless = !words.lossless.empty() && words.lossless != "never";
    if (!words.quality.empty() || words.progressive != "keep" || wants_lossless ||
        command.photo.trim)
        throw UsageError(fmt::format(
            "--quality, --progressive, --lossless and --trim are for JPEG, not for --format {}",
            words.format));
}

/// Whether JPEGs are turned without decoding them. What asks for pixels turns `auto` off.
Lossless read_lossless(const TurnWords& words, const TurnCommand& command) {
    const bool asks_for_pixels = !words.quality.empty() || words.naive || words.tiled ||
                                 command.backend == BackendChoice::cuda;
    const Lossless by_default = command.in_place ? Lossless::automatic : Lossless::never;
    const Lossless wanted = words.lossless.empty() ? by_default : parse_lossless(words.lossless);
    if (wanted == Lossless::require && !words.quality.empty())
        throw UsageError("--lossless require encodes nothing, so --quality makes no sense");
    if (wanted == Lossless::automatic && asks_for_pixels) return Lossless::never;
    return wanted;
}

}  // namespace

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

TurnCommand read_turn_command(const TurnWords& words, TurnCommand result,
                              std::vector<std::string> names, bool is_apply) {
    if (result.request.tag || result.request.tag_only) check_tag_words(words, result);
    if (words.naive && words.tiled) throw UsageError("give one of --naive and --tiled");
    const bool gives_output = !words.output.empty();
    if (gives_output == result.in_place && (gives_output || !is_apply))
        throw UsageError("give exactly one of -o PATH (write there) and -i (replace the inputs)");
    if (gives_output) result.output = words.output;
    read_publishing(words, result);
    if (is_apply)
        read_apply_words(words.inputs, names, result);
    else
        read_input_words(words.inputs, std::move(names), result);
    result.photo.method = words.naive ? Method::naive : Method::tiled;
    result.backend = parse_backend(words.backend);
    read_devices(words.devices, result);
    if (!words.jobs.empty()) result.jobs = parse_number(words.jobs, 1, 1024, "-j");
    if (!words.max_memory.empty())
        result.max_memory_bytes = parse_bytes(words.max_memory, "--max-memory");
    if (!words.device_memory.empty())
        result.device_memory_bytes = parse_bytes(words.device_memory, "--device-memory");
    if (!words.quality.empty())
        result.photo.jpeg_quality = parse_number(words.quality, 1, 100, "--quality");
    if (!words.allow.empty())
        for (const std::string_view loss : split_list(words.allow))
            result.photo.allowed.push_back(parse_loss(loss));
    if (!words.format.empty()) read_format(words.format, result);
    if (!words.max_pixels.empty()) result.photo.max_pixels = parse_pixels(words.max_pixels);
    result.photo.progressive = parse_progressive(words.progressive);
    check_jpeg_words(words, result);
    result.photo.lossless = read_lossless(words, result);
    if (result.photo.trim && result.photo.lossless == Lossless::never)
        throw UsageError("--trim cuts only what --lossless auto or require turns");
    return result;
}

BenchCommand read_bench_command(const BenchWords& words, BenchCommand result) {
    result.sizes.clear();
    result.pixel_bytes.clear();
    result.turns.clear();
    for (const std::string_view size : split_list(words.sizes))
        result.sizes.push_back(parse_size(size));
    const std::string pixel_bytes = words.all ? "1,2,3,4,6,8,12,16" : words.pixel_bytes;
    for (const std::string_view bytes : split_list(pixel_bytes)) {
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

LaunchCommand read_launch_command(const BenchWords& words, LaunchCommand result) {
    result.device = parse_number(words.device, 0, 1023, "--device");
    return result;
}

AccessCommand read_access_command(const AccessWords& words, AccessCommand result) {
    if (words.only)
        for (const std::string_view row : split_list(*words.only))
            result.only.emplace_back(row);
    result.device = parse_number(words.device, 0, 1023, "--device");
    if (result.json && result.csv) throw UsageError("give one of --json and --csv");
    return result;
}

}  // namespace turntile::app
