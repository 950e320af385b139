// The command line between its parser and its values: what CLI11 read, word for word.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/input_options.hpp"
#include "app/options.hpp"

namespace turntile::app {

/// The words of an option as CLI11 read them; they become values once parsing is over.
struct TurnWords {
    std::string output;
    std::string backend = "auto";
    std::string devices;
    std::string jobs;
    std::string max_memory;
    std::string device_memory;
    std::string quality;
    std::string format;
    std::string max_pixels;
    std::string progressive = "keep";
    std::string lossless;
    std::string allow;
    std::string backup;
    std::string log;
    std::string resume;
    std::string progress;
    bool fsync = false;
    bool naive = false;
    bool tiled = false;
    InputWords inputs;
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

struct AccessWords {
    std::optional<std::string> only;
    std::string device = "0";
};

/// Names as they are: CLI11 would read lists and numbers into some of them, so it only hands over
/// what it did not know.
/// @throws UsageError for a word that looks like an option
std::vector<std::string> names_among(const std::vector<std::string>& words);

/// Removes the first word and returns it. @throws UsageError with `missing` if there is none
std::string take_first(std::vector<std::string>& words, const char* missing);

/// `result` completed by the values of `words`; `names` are inputs, or the list of apply.
/// @throws UsageError
TurnCommand read_turn_command(const TurnWords& words, TurnCommand result,
                              std::vector<std::string> names, bool is_apply);
BenchCommand read_bench_command(const BenchWords& words, BenchCommand result);
LaunchCommand read_launch_command(const BenchWords& words, LaunchCommand result);
AccessCommand read_access_command(const AccessWords& words, AccessCommand result);

}  // namespace turntile::app
