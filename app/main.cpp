// turntile: turns images from the command line. Parses, runs one command, returns its exit code.
#include <fmt/format.h>
#include <malloc.h>

#include <cerrno>
#include <exception>
#include <opencv2/core/utility.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <variant>

#include "app/bench.hpp"
#include "app/bench_access.hpp"
#include "app/bench_launch.hpp"
#include "app/bench_pipeline.hpp"
#include "app/console.hpp"
#include "app/devices.hpp"
#include "app/interrupt.hpp"
#include "app/option_values.hpp"
#include "app/options.hpp"
#include "app/refusals.hpp"
#include "app/signals.hpp"
#include "app/turn_command.hpp"
#include "io/file_error.hpp"

namespace turntile::app {
namespace {

constexpr int exit_failed = 1;
constexpr int exit_refused = 2;

// Files are what runs in parallel here; OpenCV's own threads would only crowd the cores, and its
// log is not for our reader.
void calm_libraries() {
    take_stderr();
    cv::setNumThreads(1);
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
}

// Files and results come and go by the thousand. By default each of over a few MB would be taken
// from the system and given back, and clearing its pages takes longer than a copy of it.
void keep_memory() {
    constexpr int most_bytes = 32 * 1024 * 1024;  // that the C library lets its heaps serve
    mallopt(M_MMAP_THRESHOLD, most_bytes);
    mallopt(M_TRIM_THRESHOLD, 4 * most_bytes);
}

int run(const Finished& finished) {
    if (finished.exit_code == 0)
        print(finished.text);
    else
        print_error_text(finished.text);
    return finished.exit_code;
}

// A report that did not arrive is a failure, whatever became of the files.
int with_output(int code) {
    const int error = output_error();
    if (error == 0) return code;
    if (error != EPIPE)  // a reader that has seen enough needs no word
        say_error("cannot write to standard output: " + io::words_for(error));
    return code == 0 ? exit_failed : code;
}

int main(int argc, char** argv) {
    guard_standard_descriptors();
    try {
        keep_memory();
        calm_libraries();
        listen_for_signals();
        const int code = std::visit([](const auto& command) { return run(command); },
                                    parse_command_line(argc, argv));
        return with_output(code);
    } catch (const Interrupted&) {
        return 128 + stop_signal();
    } catch (const PlanRefused& refused) {
        print_error_text(refused.what());
        return exit_refused;
    } catch (const UsageError& error) {
        say_error(error.what());
        return exit_refused;
    } catch (const std::exception& error) {
        say_error(error.what());
        return exit_failed;
    }
}

}  // namespace
}  // namespace turntile::app

int main(int argc, char** argv) {
    return turntile::app::main(argc, argv);
}
