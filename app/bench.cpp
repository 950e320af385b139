#include "app/bench.hpp"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/console.hpp"
#include "app/cores.hpp"
#include "app/option_values.hpp"
#include "app/signals.hpp"
#include "app/wanted_device.hpp"
#include "pipeline/backend.hpp"

namespace turntile::app {
namespace {

/// One backend to measure.
struct Bench {
    std::string backend;   ///< "cuda" or "cpu"
    std::string hardware;  ///< the heading's words for it
    std::function<TurnTimes(const TurnCase&)> time;
};

/// One measured row.
struct Row {
    const Bench* bench = nullptr;
    TurnCase turn_case;
    TurnTimes times;

    double gbps(double ms) const { return ms > 0 ? turn_case.bytes_moved() / (ms * 1e6) : 0; }
};

std::string pitch_name(const TurnCase& turn_case) {
    return turn_case.tight_pitch ? "tight" : "padded";
}

/// Prints rows as a table for a person, with a heading for each group of rows that share all but
/// the pixel size.
class TablePrinter {
  public:
    void operator()(const Row& row) {
        const std::string backend = fmt::format(
            "{}; random data, {}, medians\n", row.bench->hardware, row.times.hot ? "hot" : "cold");
        const TurnCase& c = row.turn_case;
        const std::string group =
            fmt::format("{}, {}x{}, {} rows{}", name(c.turn), c.size.width, c.size.height,
                        pitch_name(c), c.batch > 1 ? fmt::format(", {} images", c.batch) : "");
        if (backend != backend_) print((backend_.empty() ? "" : "\n") + backend);
        const TurnTimes& t = row.times;
        if (backend != backend_ || group != group_)
            print(fmt::format(
                "{:<40}  GB/s = bytes read + written, 1e9\n"
                "pixel      copy   naive   tiled   tiled/copy  tiled/naive         ms{}\n",
                group, t.peer_ms ? "   OpenCV  tiled/OpenCV" : ""));
        backend_ = backend;
        group_ = group;
        std::string peer;
        if (t.peer_ms)
            peer = fmt::format("  {:>7.{}f}  {:>11.1f}x", row.gbps(*t.peer_ms), digits(row),
                               *t.peer_ms / t.tiled_ms);
        print(fmt::format(
            "{:>2} B   {:>9.{}f} {:>7.{}f} {:>7.{}f}   {:>10.2f}  {:>10.1f}x  {:>9.3f}{}\n",
            c.pixel_bytes, row.gbps(t.copy_ms), digits(row), row.gbps(t.naive_ms), digits(row),
            row.gbps(t.tiled_ms), digits(row), t.copy_ms / t.tiled_ms, t.naive_ms / t.tiled_ms,
            t.tiled_ms, peer));
    }

  private:
    static int digits(const Row& row) { return row.bench->backend == "cpu" ? 2 : 0; }

    std::string backend_;
    std::string group_;
};

void print_json(const Row& row) {
    const TurnCase& c = row.turn_case;
    nlohmann::ordered_json json = {{"schema", 1},
                                   {"backend", row.bench->backend},
                                   {"hardware", as_utf8(row.bench->hardware)},
                                   {"turn", name(c.turn)},
                                   {"width", c.size.width},
                                   {"height", c.size.height},
                                   {"pixel_bytes", c.pixel_bytes},
                                   {"pitch", pitch_name(c)},
                                   {"batch", c.batch},
                                   {"hot", row.times.hot},
                                   {"bytes_moved", c.bytes_moved()},
                                   {"copy_ms", row.times.copy_ms},
                                   {"naive_ms", row.times.naive_ms},
                                   {"tiled_ms", row.times.tiled_ms},
                                   {"copy_gbps", row.gbps(row.times.copy_ms)},
                                   {"naive_gbps", row.gbps(row.times.naive_ms)},
                                   {"tiled_gbps", row.gbps(row.times.tiled_ms)}};
    if (row.times.peer_ms) {
        json["opencv_ms"] = *row.times.peer_ms;
        json["opencv_gbps"] = row.gbps(*row.times.peer_ms);
    }
    print(json.dump() + "\n");
}

/// Prints rows as CSV, with the columns' names before the first.
class CsvPrinter {
  public:
    void operator()(const Row& row) {
        if (!std::exchange(headed_, true))
            print(
                "backend,turn,width,height,pixel_bytes,pitch,batch,hot,copy_gbps,naive_gbps,"
                "tiled_gbps,tiled_ms,opencv_gbps\n");
        const TurnCase& c = row.turn_case;
        const std::string peer =
            row.times.peer_ms ? fmt::format("{:.3f}", row.gbps(*row.times.peer_ms)) : "";
        print(fmt::format("{},{},{},{},{},{},{},{},{:.3f},{:.3f},{:.3f},{:.5f},{}\n",
                          row.bench->backend, name(c.turn), c.size.width, c.size.height,
                          c.pixel_bytes, pitch_name(c), c.batch, row.times.hot ? 1 : 0,
                          row.gbps(row.times.copy_ms), row.gbps(row.times.naive_ms),
                          row.gbps(row.times.tiled_ms), row.times.tiled_ms, peer));
    }

  private:
    bool headed_ = false;
};

std::vector<Bench> benches_for(const BenchCommand& command) {
    std::vector<Bench> benches;
    const CudaPresence cuda = command.backend == BackendChoice::cpu ? CudaPresence{} : find_cuda();
    if (command.backend == BackendChoice::cuda) require_gpu(cuda, "--backend cuda");
    if (!cuda.devices.empty()) {
        const DeviceInfo& device = wanted_device(cuda, command.device);
        benches.push_back({"cuda",
                           fmt::format("{} {}, L2 {} MB, {}", device.name, device.architecture,
                                       device.l2_bytes >> 20, cuda.versions),
                           [index = device.index](const TurnCase& turn_case) {
                               return time_turn_on_cuda(turn_case, index);
                           }});
    } else if (command.backend == BackendChoice::automatic) {
        say_note("no GPU: " + cuda.why_none);
    }
    if (command.backend != BackendChoice::cuda) {
        const int cores = usable_cores();
        benches.push_back({"cpu", fmt::format("CPU, {} {}", cores, cores == 1 ? "core" : "cores"),
                           time_turn_on_cpu});
    }
    return benches;
}

// Sizes in bytes stay far from the end of 64 bits.
void require_possible(const TurnCase& turn_case) {
    constexpr double most_bytes = 1e13;
    if (turn_case.bytes_moved() > most_bytes) throw std::length_error("larger than any memory");
}

std::vector<TurnCase> cases_for(const BenchCommand& command) {
    std::vector<TurnCase> cases;
    for (const Turn turn : command.turns)
        for (const Size size : command.sizes)
            for (const std::size_t pixel_bytes : command.pixel_bytes)
                cases.push_back({size, pixel_bytes, command.tight_pitch, command.batch, turn});
    return cases;
}

}  // namespace

int run(const BenchCommand& command) {
    std::function<void(const Row&)> print_row = TablePrinter();
    if (command.json) print_row = print_json;
    if (command.csv) print_row = CsvPrinter();
    bool failed = false;
    for (const Bench& bench : benches_for(command)) {
        for (const TurnCase& turn_case : cases_for(command)) {
            if (const int signal = stop_signal()) return 128 + signal;
            try {
                require_possible(turn_case);
                print_row({&bench, turn_case, bench.time(turn_case)});
            } catch (const std::exception& error) {
                // Of a size that memory does not hold, say: the other rows go on.
                say_error(fmt::format("bench: {} of {}x{}, {} bytes a pixel, on {}: {}",
                                      name(turn_case.turn), turn_case.size.width,
                                      turn_case.size.height, turn_case.pixel_bytes, bench.backend,
                                      error.what()));
                failed = true;
            }
        }
    }
    return failed ? 1 : 0;
}

}  // namespace turntile::app
