// What the command line says, as plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/publish_file.hpp"
#include "turntile/photo.hpp"
#include "turntile/turner.hpp"

namespace turntile::app {

constexpr const char* default_backup_suffix = "_original";

/// How results become files.
struct PublishOptions {
    io::Durability durability = io::Durability::when_the_system_likes;  ///< of new files
    std::string backup_suffix;  ///< of what is replaced; empty: nothing is kept
    bool keeps_time = false;    ///< results get their source's times
};

/// The part of the files that a run takes; together `count` runs take each once.
struct Shard {
    int index = 1;  ///< from 1 to `count`
    int count = 1;
};

/// turntile rotate|flip|transpose|transverse|upright|apply
struct TurnCommand {
    PhotoRequest request;
    PhotoOptions photo;
    std::vector<std::string> inputs;        ///< bytes, as given; "-" is standard input
    std::optional<std::string> files_from;  ///< a list of more inputs; "-" is standard input
    std::optional<std::string> turn_list;   ///< apply's: a turn for each file
    bool nul_separated = false;             ///< entries of lists end in NUL
    Shard shard;
    std::optional<std::string> output;
    std::string format_extension;  ///< that results' names get; empty: they keep theirs
    bool in_place = false;
    bool overwrite = false;
    bool skip_existing = false;
    bool recursive = false;
    bool dry_run = false;
    BackendChoice backend = BackendChoice::automatic;
    std::vector<int> devices;
    bool all_devices = false;
    int jobs = 0;                                      ///< 0: the cores that this process may use
    std::optional<std::uint64_t> max_memory_bytes;     ///< by default half of what there is
    std::optional<std::uint64_t> device_memory_bytes;  ///< by default what the device gives
    bool json = false;
    bool quiet = false;
    PublishOptions publishing;
    bool break_links = false;           ///< replace one name of a file that has several
    std::string request_text;           ///< the command as the log calls it
    std::optional<std::string> log;     ///< to start
    std::optional<std::string> resume;  ///< log to go on with
    std::optional<bool> progress;       ///< by default where a person looks on

    bool reads_stdin() const { return inputs.size() == 1 && inputs.front() == "-"; }
    bool writes_stdout() const { return output == "-"; }
};

/// turntile bench turn
struct BenchCommand {
    std::vector<Size> sizes = {{6000, 4000}};
    std::vector<std::size_t> pixel_bytes = {1, 3, 4};
    std::vector<Turn> turns = {Turn::rotate_90};
    bool tight_pitch = false;
    int batch = 1;
    BackendChoice backend = BackendChoice::automatic;
    int device = 0;
    bool json = false;
    bool csv = false;
};

/// turntile bench launch
struct LaunchCommand {
    int device = 0;
    bool json = false;
};

/// turntile bench pipeline
struct PipelineCommand {
    std::optional<std::string> folder;  ///< by default samples are made
    int jobs = 0;                       ///< 0: the cores that this process may use
    BackendChoice backend = BackendChoice::automatic;
    bool all_devices = false;
    bool json = false;
    bool csv = false;
};

/// turntile bench access
struct AccessCommand {
    std::vector<std::string> only;  ///< rows or groups; empty: all
    bool once = false;              ///< one launch of each row, nothing measured
    int device = 0;
    bool json = false;
    bool csv = false;
};

/// turntile devices
struct DevicesCommand {
    bool json = false;
};

/// There is nothing left to do: help or a version was asked for, or the words make no sense.
struct Finished {
    int exit_code = 0;
    std::string text;  ///< for standard output, or for standard error if the exit code is not 0
};

using Command = std::variant<TurnCommand, BenchCommand, LaunchCommand, PipelineCommand,
                             AccessCommand, DevicesCommand, Finished>;

/// Reads the command line. Everything behind the first "--" is a name.
Command parse_command_line(int argc, const char* const* argv);

}  // namespace turntile::app
