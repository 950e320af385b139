#include "app/batch.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "app/signals.hpp"

namespace turntile::app {
namespace {

/// What travels through the pipeline: one file, or several small ones, for which a trip each would
/// cost more than the work.
using Parcel = std::vector<std::unique_ptr<FileJob>>;
using ParcelPointer = std::unique_ptr<Parcel>;

constexpr std::uint64_t small_file_bytes = 64 * 1024;
constexpr std::size_t largest_parcel = 64;

/// Cuts the plan into parcels, in its order.
class ParcelSource {
  public:
    ParcelSource(const Plan& plan, int jobs)
        : plan_(plan),
          // Every worker gets several parcels, or the last one would wait for the longest.
          small_per_parcel_(std::clamp(plan.jobs.size() / (static_cast<std::size_t>(jobs) * 4),
                                       std::size_t{1}, largest_parcel)) {}

    /// How many jobs the next parcel has; 0 at the end.
    std::size_t next() {
        const std::size_t first = at_;
        if (at_ == plan_.jobs.size()) return 0;
        do
            ++at_;
        while (at_ < plan_.jobs.size() && at_ - first < small_per_parcel_ && is_small(at_ - 1) &&
               is_small(at_));
        return at_ - first;
    }

    /// The next parcel, or null at the end.
    ParcelPointer next(const TurnCommand& command) {
        const std::size_t first = at_;
        const std::size_t count = next();
        if (count == 0) return nullptr;
        auto parcel = std::make_unique<Parcel>();
        parcel->reserve(count);
        for (std::size_t i = first; i < first + count; ++i)
            parcel->push_back(std::make_unique<FileJob>(i, plan_.jobs[i], command));
        return parcel;
    }

  private:
    bool is_small(std::size_t index) const {
        return plan_.jobs[index].size_bytes <= small_file_bytes;
    }

    const Plan& plan_;
    std::size_t small_per_parcel_;
    std::size_t at_ = 0;
};

/// A parallel stage: `work` on a parcel.
template <class Work>
auto stage(Work work) {
    const auto filter = [work](ParcelPointer parcel) {
        work(*parcel);
        return parcel;
    };
    return tbb::make_filter<ParcelPointer, ParcelPointer>(tbb::filter_mode::parallel, filter);
}

/// A parallel stage of one file: `step` on the file of a parcel that holds no more.
template <class Step>
auto step_stage(Step step) {
    return stage([step](Parcel& parcel) {
        if (parcel.size() == 1) step(*parcel.front());
    });
}

/// Carries the files of a parcel of several out, one after the other: a small file can hold a large
/// picture, and only one of them may be in memory.
auto small_files_stage(SharedTurner& turner, Publisher& publisher) {
    return stage([&turner, &publisher](Parcel& parcel) {
        if (parcel.size() == 1) return;
        for (const auto& job : parcel) {
            job->read(turner.file_memory());
            job->decode(turner);
            job->turn(turner);
            job->encode();
            job->write(publisher);
        }
    });
}

}  // namespace

int tokens_for(int jobs) {
    return jobs + 2;
}

std::size_t count_parcels(const Plan& plan, int jobs) {
    ParcelSource source(plan, jobs);
    std::size_t parcels = 0;
    while (source.next() > 0)
        ++parcels;
    return parcels;
}

void run_batch(const Plan& plan, const TurnCommand& command, int jobs, SharedTurner& turner,
               Publisher& publisher, const std::function<void(const FileResult&)>& report) {
    ParcelSource source(plan, jobs);
    std::atomic<bool> stopped = false;

    const auto first = tbb::make_filter<void, ParcelPointer>(
        tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) {
            ParcelPointer parcel = stopped || stop_signal() != 0 ? nullptr : source.next(command);
            if (!parcel) control.stop();
            return parcel;
        });
    const auto report_parcel = [&](const ParcelPointer& parcel) {
        for (const auto& job : *parcel) {
            report(job->result());
            if (job->result().stops_batch) stopped = true;
        }
    };
    const auto last =
        tbb::make_filter<ParcelPointer, void>(tbb::filter_mode::serial_out_of_order, report_parcel);

    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(jobs));
    tbb::task_arena arena(jobs);
    const auto stages = first & small_files_stage(turner, publisher) &
                        step_stage([&](FileJob& job) { job.read(turner.file_memory()); }) &
                        step_stage([&](FileJob& job) { job.decode(turner); }) &
                        step_stage([&](FileJob& job) { job.turn(turner); }) &
                        step_stage([](FileJob& job) { job.encode(); }) &
                        step_stage([&](FileJob& job) { job.write(publisher); }) & last;
    arena.execute(
        [&] { tbb::parallel_pipeline(static_cast<std::size_t>(tokens_for(jobs)), stages); });
}

}  // namespace turntile::app
