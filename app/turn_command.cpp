#include "app/turn_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/batch.hpp"
#include "app/console.hpp"
#include "app/cores.hpp"
#include "app/dry_run.hpp"
#include "app/option_values.hpp"
#include "app/past_run.hpp"
#include "app/progress.hpp"
#include "app/publisher.hpp"
#include "app/report.hpp"
#include "app/run_log.hpp"
#include "app/signals.hpp"
#include "app/usable_memory.hpp"
#include "app/wanted_device.hpp"
#include "pipeline/backend.hpp"
#include "pipeline/stopwatch.hpp"

namespace turntile::app {
namespace {

// A CUDA context takes 0.2 to 0.5 s to start. Below this many bytes of files (about ten
// photographs) the CPU has turned everything before a GPU is ready.
constexpr std::uint64_t worth_a_gpu_bytes = 16'000'000;

constexpr std::size_t copy_sample_bytes = 64'000'000;
constexpr std::size_t least_copy_sample_bytes = 1'000'000;

/// Which backend a run takes, and why it is not a GPU.
struct BackendPlan {
    TurnerOptions options;
    std::string why_cpu;
};

std::vector<int> all_indices(const CudaPresence& cuda) {
    std::vector<int> indices;
    for (const DeviceInfo& device : cuda.devices)
        indices.push_back(device.index);
    return indices;
}

void check_devices(const TurnCommand& command, const CudaPresence& cuda) {
    if (command.backend == BackendChoice::cuda) require_gpu(cuda, "--backend cuda");
    if (cuda.devices.empty()) return;
    for (const int index : command.devices)
        wanted_device(cuda, index);
}

BackendPlan plan_backend(const TurnCommand& command, const Plan& plan, int jobs,
                         std::size_t memory_bytes) {
    BackendPlan result;
    result.options.lanes_per_device = std::min(jobs, 4);
    result.options.kept_bytes = memory_bytes;
    result.options.device_memory_bytes = command.device_memory_bytes.value_or(SIZE_MAX);
    result.options.backend = command.backend;
    const bool named =
        command.backend == BackendChoice::cuda || !command.devices.empty() || command.all_devices;
    if (command.backend == BackendChoice::automatic && !named &&
        plan.total_bytes < worth_a_gpu_bytes) {
        result.options.backend = BackendChoice::cpu;
        result.why_cpu = "too little to do to start a GPU";
    }
    if (result.options.backend == BackendChoice::cpu) return result;
    const CudaPresence cuda = find_cuda();
    check_devices(command, cuda);
    result.options.devices = command.all_devices ? all_indices(cuda) : command.devices;
    // Each takes its time to start: one without anything to do is not worth it.
    const std::size_t parcels = count_parcels(plan, jobs);
    if (parcels > 0 && result.options.devices.size() > parcels)
        result.options.devices.resize(parcels);
    return result;
}

/// The log that a run keeps, and what it says of the run that it goes on with.
class RunRecord {
  public:
    explicit RunRecord(const TurnCommand& command) : start_{command.request_text} {
        if (command.log && !command.dry_run) log_.emplace(*command.log, LogUse::start);
        if (command.resume) {
            log_.emplace(*command.resume, LogUse::go_on);
            past_.emplace(*log_, start_, command.dry_run);
        }
    }

    /// The plan stands. A new log gets its first line.
    void begin() {
        if (log_ && !past_) log_->begin(start_);
    }

    RunLog* log() { return log_ ? &*log_ : nullptr; }
    const PastRun* past() const { return past_ ? &*past_ : nullptr; }

  private:
    LogStart start_;
    std::optional<RunLog> log_;
    std::optional<PastRun> past_;
};

double measured_copy_gbps(Turner& turner, const Totals& totals) {
    if (totals.turned == 0 || stop_signal() != 0) return 0;
    const auto mean_bytes =
        static_cast<std::size_t>(totals.bytes_moved / 2 / static_cast<double>(totals.turned));
    if (mean_bytes < least_copy_sample_bytes) return 0;
    try {
        return turner.copy_gbps(std::min(mean_bytes, copy_sample_bytes));
    } catch (const std::exception&) {
        return 0;  // the run is over and well; only this figure is missing
    }
}

RunFacts facts_of(SharedTurner& turner, const BackendPlan& backend, const TurnCommand& command,
                  const Totals& totals) {
    RunFacts facts;
    facts.method = command.photo.method;
    facts.why_cpu = backend.why_cpu;
    Turner* made = turner.made();
    if (made == nullptr || totals.turned == 0) return facts;
    facts.startup_ms = made->startup_ms();
    facts.backend = made->backend();
    facts.hardware = made->hardware();
    if (facts.why_cpu.empty() && !made->why_cpu().empty())
        facts.why_cpu = "no GPU: " + made->why_cpu();
    const bool is_shown = command.json || !command.quiet;
    if (is_shown) facts.copy_gbps = measured_copy_gbps(*made, totals);
    return facts;
}

bool shows_progress(const TurnCommand& command) {
    return command.progress.value_or(!command.quiet && !command.json && is_terminal_watched());
}

int exit_code_of(const Totals& totals) {
    if (const int signal = stop_signal()) return 128 + signal;
    return totals.failed > 0 || totals.interrupted > 0 ? 1 : 0;
}

}  // namespace

int run(const TurnCommand& command) {
    const Stopwatch watch;
    RunRecord record(command);
    const Plan plan = make_plan(command, record.past());
    const int jobs = command.jobs > 0 ? command.jobs : usable_cores();
    const std::size_t memory_bytes = command.max_memory_bytes.value_or(usable_memory_bytes() / 2);
    const BackendPlan backend = plan_backend(command, plan, jobs, memory_bytes);

    record.begin();
    SharedTurner turner(backend.options, memory_bytes);
    Report report(plan.jobs.size(), command);
    for (const std::string& note : plan.notes)
        report.note(note);
    Publisher publisher(command.publishing, record.log());
    {
        Progress progress(plan.jobs.size(), plan.total_bytes, shows_progress(command));
        const auto add = [&](const FileResult& result) {
            report.add(result);
            progress.add(result);
        };
        if (command.dry_run)
            inspect_plan(plan, command, jobs, add);
        else
            run_batch(plan, command, jobs, turner, publisher, add);
    }

    const double wall_ms = watch.ms();
    RunFacts facts = facts_of(turner, backend, command, report.totals());
    facts.dry_run = command.dry_run;
    facts.jobs = jobs;
    facts.wall_ms = wall_ms;
    report.finish(facts);
    return exit_code_of(report.totals());
}

}  // namespace turntile::app
