#include "app/file_job.hpp"

#include <fmt/format.h>

#include <new>
#include <system_error>

#include "app/console.hpp"
#include "app/interrupt.hpp"
#include "app/standard_streams.hpp"
#include "io/backup.hpp"
#include "io/known_start.hpp"
#include "io/publish_file.hpp"
#include "io/read_file.hpp"
#include "pipeline/stopwatch.hpp"
#include "turntile/error.hpp"

namespace turntile::app {
namespace {

std::optional<Format> format_named_by(const std::filesystem::path& path) {
    return format_of_extension(path.extension().native());
}

}  // namespace

FileJob::FileJob(std::size_t index, const Job& job, const TurnCommand& command)
    : options_(command.photo), request_(command.request), in_place_(command.in_place) {
    result_.index = index;
    result_.job = &job;
    result_.failure = job.failure();
    result_.skipped = job.skip_reason();
    request_.turn = job.turn;
    options_.replaces_source = job.replaces_source;
    if (job.names_format)
        if (const auto named = format_named_by(job.target())) options_.format = named;
}

template <class Step>
void FileJob::attempt(const char* what, Step step) {
    if (!result_.failure.empty() || !result_.skipped.empty() || result_.interrupted) return;
    if (stop_signal() != 0) {
        result_.interrupted = true;
        return;
    }
    try {
        step();
    } catch (const ForeignImage& error) {
        (result_.job->found ? result_.skipped : result_.failure) =
            fmt::format("cannot be {}: {}", what, error.what());
    } catch (const Interrupted&) {
        result_.interrupted = true;
    } catch (const CudaError& error) {
        result_.failure = fmt::format("cannot be {}: {}", what, error.what());
        result_.stops_batch = error.is_sticky();
    } catch (const LogError& error) {
        result_.failure = error.what();
        result_.stops_batch = true;
    } catch (const std::system_error& error) {
        result_.failure = error.what();  // says what was attempted, on what
    } catch (const std::bad_alloc&) {
        result_.failure = fmt::format("cannot be {}: memory ran out", what);
    } catch (const std::exception& error) {
        result_.failure = fmt::format("cannot be {}: {}", what, error.what());
    }
}

/// Nothing if the run was asked to stop meanwhile.
std::optional<MemoryBudget::Share> FileJob::wait_for(MemoryBudget& memory, std::size_t bytes) {
    auto share = memory.take(bytes, [] { return stop_signal() != 0; });
    if (!share) result_.interrupted = true;
    return share;
}

void FileJob::read(MemoryBudget& memory) {
    attempt("read", [&] {
        file_memory_ = wait_for(memory, result_.job->size_bytes);
        if (file_memory_) read_bytes();
    });
    attempt("turned", [&] {
        photo_.emplace(source_, request_, options_);
        photo_->inspect();
    });
}

void FileJob::read_bytes() {
    const Stopwatch watch;
    if (result_.job->reads_stdin) {
        source_ = read_standard_input();
    } else {
        io::FileContents contents =
            io::read_file_if(result_.job->source(), known_start_bytes, has_known_start);
        source_ = std::move(contents.bytes);
        stamp_ = contents.stamp;
    }
    result_.source_bytes = source_.size();
    result_.read_ms = watch.ms();
}

void FileJob::decode(SharedTurner& turner) {
    attempt("decoded", [&] {
        if (!photo_->needs_pixels() && !photo_->is_lossless()) return;
        memory_ = wait_for(turner.memory(), photo_->memory_bytes());
        if (memory_ && photo_->needs_pixels()) photo_->decode(turner.get());
    });
    if (turner.has_failed()) result_.stops_batch = true;
}

void FileJob::turn(SharedTurner& turner) {
    attempt("turned", [&] {
        if (photo_->needs_pixels()) photo_->turn(turner.ready());
    });
    if (turner.has_failed()) result_.stops_batch = true;
}

void FileJob::encode() {
    // What fails is the reading of coefficients: as damaged as for who wants pixels.
    attempt("decoded", [&] {
        if (photo_->is_lossless()) photo_->turn_blocks();
    });
    attempt("encoded", [&] {
        if (photo_->needs_pixels()) photo_->encode();
        finished_ = photo_->carry();
    });
    attempt("verified", [&] { photo_->verify(finished_); });
    keep_photo_report();
}

void FileJob::preview(MemoryBudget& memory, const PublishOptions& publishing) {
    read(memory);
    attempt("encoded", [&] {
        // A copy needs no pixel, and tells whether there is a tag to set, and a place for it.
        if (!photo_->needs_pixels() && !photo_->is_lossless()) finished_ = photo_->carry();
    });
    keep_photo_report();
    attempt("written", [&] {
        const bool is_written = !in_place_ || result_.photo.action != PhotoAction::untouched;
        if (is_written && result_.job->replaces && !publishing.backup_suffix.empty())
            io::require_place_for_backup(io::without_links(result_.job->target()),
                                         publishing.backup_suffix);
    });
    if (result_.photo.action == PhotoAction::untouched && !in_place_)
        result_.photo.action = PhotoAction::copied;
    result_.dry_run = true;
    forget_bytes();
}

/// What is to be said of the photo; ends its stages.
void FileJob::keep_photo_report() {
    if (!photo_) return;
    result_.photo = photo_->report();
    photo_.reset();
    memory_.reset();
    const std::optional<Format> named = format_named_by(result_.job->target());
    if (named && *named != result_.photo.format && result_.failure.empty())
        result_.photo.notes.push_back(fmt::format(
            "is {} in spite of its name, and was written as that", name(result_.photo.format)));
}

void FileJob::write(Publisher& publisher) {
    attempt("written", [&] {
        const bool unchanged = result_.photo.action == PhotoAction::untouched;
        if (unchanged && in_place_) return publisher.pass(*result_.job);
        const Stopwatch watch;
        const std::vector<std::byte>& bytes = unchanged ? source_ : finished_;
        if (result_.job->writes_stdout)
            write_standard_output(bytes);
        else
            publisher.publish(*result_.job, bytes, stamp_);
        if (unchanged) result_.photo.action = PhotoAction::copied;
        result_.written_bytes = bytes.size();
        result_.write_ms = watch.ms();
    });
    forget_bytes();
}

void FileJob::forget_bytes() {
    source_ = {};
    finished_ = {};
    file_memory_.reset();
}

}  // namespace turntile::app
