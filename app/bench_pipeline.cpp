#include "app/bench_pipeline.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/batch.hpp"
#include "app/console.hpp"
#include "app/cores.hpp"
#include "app/option_values.hpp"
#include "app/pipeline_rows.hpp"
#include "app/report.hpp"
#include "app/sample_photograph.hpp"
#include "app/signals.hpp"
#include "app/temporary_folder.hpp"
#include "app/usable_memory.hpp"
#include "app/wanted_device.hpp"
#include "io/publish_file.hpp"
#include "io/read_file.hpp"
#include "pipeline/backend.hpp"
#include "pipeline/stopwatch.hpp"

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

constexpr int rounds = 3;
constexpr Size sample_size = {4000, 3000};
constexpr std::size_t distinct_samples = 4;

/// The threads of the measurement: as many as the batch has.
class Workers {
  public:
    explicit Workers(int count)
        : limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count)),
          arena_(count) {}

    /// Calls `work` with 0 to `count` - 1, each as soon as a worker is free. Returns the wall time
    /// in ms.
    template <class Work>
    double timed(std::size_t count, Work work) {
        const Stopwatch watch;
        arena_.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, count, 1),
                [&](const auto& range) {
                    for (std::size_t i = range.begin(); i < range.end(); ++i)
                        work(i);
                },
                tbb::simple_partitioner());
        });
        return watch.ms();
    }

  private:
    tbb::global_control limit_;
    tbb::task_arena arena_;
};

void write_samples(const fs::path& folder, std::size_t files, Workers& workers) {
    std::vector<std::vector<std::byte>> samples(distinct_samples);
    workers.timed(samples.size(), [&](std::size_t i) {
        samples[i] = make_sample_photograph(sample_size, static_cast<std::uint32_t>(i));
    });
    for (std::size_t i = 0; i < files; ++i)
        io::publish_new(folder / fmt::format("sample-{:04}.jpg", i), samples[i % samples.size()]);
}

/// The command whose pipeline is measured: a quarter turn of all files in `from` that are images.
TurnCommand turn_command(const fs::path& from, const fs::path& to) {
    TurnCommand command;
    command.inputs = {from.native()};
    command.output = to.native() + "/";
    command.recursive = true;
    command.request.turn = Turn::rotate_90;
    command.photo.allowed = {Loss::pages, Loss::alpha, Loss::depth, Loss::metadata, Loss::extras};
    return command;
}

/// What is measured on, and with.
struct Subject {
    TurnCommand command;
    Plan plan;
    int jobs;
    SharedTurner& turner;
    Workers& workers;
    Publisher publisher = Publisher({}, nullptr);
};

/// The sum of one figure over files.
struct Sums {
    double megapixels = 0;
    double upload_ms = 0;
    double turn_ms = 0;
    double download_ms = 0;
    std::size_t images = 0;
    std::size_t failures = 0;

    void add(const FileResult& result) {
        if (!result.failure.empty()) {
            ++failures;
            say_error(fmt::format("{}: {}", shown(result.job->source().native()),
                                  printable(result.failure)));
            return;
        }
        const PhotoReport& photo = result.photo;
        ++images;
        megapixels += app::megapixels(photo.size);
        upload_ms += photo.turning.upload_ms;
        turn_ms += photo.turning.turn_ms;
        download_ms += photo.turning.download_ms;
    }
};

void remove_outputs(const Plan& plan) {
    for (const Job& job : plan.jobs) {
        std::error_code ignored;
        fs::remove(job.target(), ignored);
    }
}

using Files = std::vector<std::unique_ptr<FileJob>>;

/// The next files of the plan from `at` on, which moves: enough to keep every worker busy.
Files next_files(const Subject& subject, std::size_t& at) {
    const std::size_t most = static_cast<std::size_t>(subject.jobs) * 4;
    Files files;
    for (; at < subject.plan.jobs.size() && files.size() < most; ++at)
        files.push_back(std::make_unique<FileJob>(at, subject.plan.jobs[at], subject.command));
    return files;
}

/// How many of `files`, whose headers are read, memory holds at a time: at least one.
std::size_t count_that_fit(std::span<const std::unique_ptr<FileJob>> files,
                           std::size_t memory_bytes) {
    std::size_t count = 0, bytes = 0;
    do
        bytes += files[count++]->memory_bytes();
    while (count < files.size() && bytes + files[count]->memory_bytes() <= memory_bytes);
    return count;
}

/// Each stage alone: all workers read, then all decode, and so on, some files at a time.
Sums time_stages(Subject& subject, PipelineRun& run) {
    std::array<double, 5> ms{};
    Sums sums;
    MemoryBudget unlimited(SIZE_MAX);
    for (std::size_t at = 0; at < subject.plan.jobs.size() && stop_signal() == 0;) {
        const Files files = next_files(subject, at);
        std::span<const std::unique_ptr<FileJob>> part = files;
        const auto stage = [&](std::size_t which, auto step) {
            ms[which] += subject.workers.timed(part.size(), [&](std::size_t i) { step(*part[i]); });
        };
        stage(0, [&](FileJob& job) { job.read(unlimited); });
        for (std::span<const std::unique_ptr<FileJob>> left = files; !left.empty();) {
            part = left.first(count_that_fit(left, subject.turner.memory().limit_bytes()));
            left = left.subspan(part.size());
            stage(1, [&](FileJob& job) { job.decode(subject.turner); });
            stage(2, [&](FileJob& job) { job.turn(subject.turner); });
            stage(3, [](FileJob& job) { job.encode(); });
            stage(4, [&](FileJob& job) { job.write(subject.publisher); });
        }
        for (const auto& file : files)
            sums.add(file->result());
    }
    remove_outputs(subject.plan);
    run.stages = {{"read", ms[0]}, {"decode", ms[1]}};
    if (sums.upload_ms > 0) {
        run.stages.push_back({"upload", sums.upload_ms});
        run.stages.push_back({"turn on the GPU", sums.turn_ms});
        run.stages.push_back({"download", sums.download_ms});
    }
    run.stages.insert(run.stages.end(), {{"turn", ms[2]}, {"encode", ms[3]}, {"write", ms[4]}});
    return sums;
}

/// Decodes and encodes what is in memory already, and does nothing between.
double time_codecs(Subject& subject, std::span<const std::vector<std::byte>> files) {
    PhotoRequest request = subject.command.request;
    request.turn = Turn::rotate_180;  // its result has the sides of its source
    request.ignore_orientation = true;
    return subject.workers.timed(files.size(), [&](std::size_t i) {
        try {
            PhotoStages photo(files[i], request, subject.command.photo);
            photo.inspect();
            photo.decode(subject.turner.get());
            photo.skip_turn();
            photo.encode();
        } catch (const std::exception&) {
            // The stages alone have told of it.
        }
    });
}

double time_pipeline(Subject& subject) {
    const Stopwatch watch;
    run_batch(subject.plan, subject.command, subject.jobs, subject.turner, subject.publisher,
              [](const FileResult&) {});
    const double ms = watch.ms();
    remove_outputs(subject.plan);
    return ms;
}

/// By turns, so that what else the machine does meets both alike.
void time_together(Subject& subject, PipelineRun& run) {
    std::vector<std::vector<std::byte>> files(subject.plan.jobs.size());
    subject.workers.timed(files.size(), [&](std::size_t i) {
        try {
            files[i] = io::read_file(subject.plan.jobs[i].source()).bytes;
        } catch (const std::system_error&) {
            // The stages alone have told of it.
        }
    });
    std::vector<double> codecs_ms, pipeline_ms;
    for (int round = 0; round < rounds && stop_signal() == 0; ++round) {
        codecs_ms.push_back(time_codecs(subject, files));
        pipeline_ms.push_back(time_pipeline(subject));
    }
    if (codecs_ms.empty()) return;
    run.codecs_ms = median_ms(codecs_ms);
    run.pipeline_ms = median_ms(pipeline_ms);
}

// The files of the codecs' round lie in memory together; more of them would only take longer.
void keep_what_memory_holds(Plan& plan, std::size_t memory_bytes) {
    std::size_t bytes = 0, count = 0;
    while (count < plan.jobs.size() && bytes <= memory_bytes / 4)
        bytes += plan.jobs[count++].size_bytes;
    plan.jobs.resize(count);
}

TurnerOptions turner_options(const PipelineCommand& command, int jobs, std::size_t memory_bytes) {
    TurnerOptions options;
    options.backend = command.backend;
    options.lanes_per_device = std::min(jobs, 4);
    options.kept_bytes = memory_bytes;
    const CudaPresence cuda = command.backend == BackendChoice::cpu ? CudaPresence{} : find_cuda();
    if (command.backend == BackendChoice::cuda) require_gpu(cuda, "--backend cuda");
    if (command.all_devices)
        for (const DeviceInfo& device : cuda.devices)
            options.devices.push_back(device.index);
    return options;
}

}  // namespace

int run(const PipelineCommand& command) {
    const int jobs = command.jobs > 0 ? command.jobs : usable_cores();
    const std::size_t memory_bytes = usable_memory_bytes() / 2;
    Workers workers(jobs);
    SharedTurner turner(turner_options(command, jobs, memory_bytes), memory_bytes);
    turner.ready();

    const TemporaryFolder scratch;
    fs::path from = command.folder ? fs::path(*command.folder) : scratch.path() / "samples";
    if (!command.folder) {
        fs::create_directory(from);
        write_samples(from, std::max<std::size_t>(16, 4 * static_cast<std::size_t>(jobs)), workers);
    }
    TurnCommand turn = turn_command(from, scratch.path() / "turned");
    Subject subject{turn, make_plan(turn, nullptr), jobs, turner, workers};
    const std::size_t found = subject.plan.jobs.size();
    if (found == 0)
        throw UsageError(fmt::format("bench pipeline: no image files in {}", shown(from.native())));
    keep_what_memory_holds(subject.plan, memory_bytes);

    PipelineRun result;
    const Sums sums = time_stages(subject, result);
    time_together(subject, result);
    if (const int signal = stop_signal()) return 128 + signal;
    result.backend = turner.get().backend();
    result.hardware = turner.get().hardware();
    result.workers = jobs;
    result.images = sums.images;
    result.megapixels = sums.megapixels;
    const std::size_t kept = subject.plan.jobs.size();
    result.files = command.folder ? fmt::format("{}{} files of {}",
                                                kept < found ? fmt::format("{} of ", kept) : "",
                                                found, shown(*command.folder))
                                  : fmt::format("{} samples of {}x{} pixels", kept,
                                                sample_size.width, sample_size.height);
    print(command.json  ? pipeline_json(result)
          : command.csv ? pipeline_csv(result)
                        : pipeline_text(result));
    return sums.failures > 0 ? 1 : 0;
}

}  // namespace turntile::app
