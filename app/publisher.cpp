#include "app/publisher.hpp"

#include <string>
#include <utility>

namespace turntile::app {

namespace fs = std::filesystem;

Publisher::Publisher(PublishOptions options, RunLog* log)
    : options_(std::move(options)), log_(log) {}

void Publisher::publish(const Job& job, std::span<const std::byte> bytes,
                        const io::FileStamp& source) {
    const fs::path target = job.target();
    if (!job.replaces) io::make_folders(target.parent_path(), options_.durability);
    io::TemporaryFile file(target);
    file.write(bytes);
    if (job.replaces) file.take_attributes_of(file.target());
    if (options_.keeps_time) file.take_times(source);
    if (job.replaces) file.sync();
    log_intent(job, file, source);
    if (job.replaces)
        file.commit_replace(replacement(job, source));
    else
        file.commit_new(options_.durability);
    log_done(job);
}

void Publisher::pass(const Job& job) {
    log_done(job);
}

io::Replacement Publisher::replacement(const Job& job, const io::FileStamp& source) const {
    io::Replacement how{.backup_suffix = options_.backup_suffix};
    if (job.replaces_source) how.expected = source;
    return how;
}

void Publisher::log_intent(const Job& job, const io::TemporaryFile& file,
                           const io::FileStamp& source) {
    if (log_ == nullptr) return;
    LogIntent intent{.path = real_paths_(job.target()),
                     .turn = job.turn,
                     .hidden_name = file.path().filename(),
                     .hidden = mark_of(file.stamp())};
    if (job.replaces_source) intent.source = mark_of(source);
    log_->add(intent);
}

void Publisher::log_done(const Job& job) {
    if (log_ == nullptr) return;
    try {
        log_->add(LogDone{real_paths_(job.target()), job.turn});
    } catch (const LogError& error) {
        throw LogError(std::string("is done, but ") + error.what());
    }
}

}  // namespace turntile::app
