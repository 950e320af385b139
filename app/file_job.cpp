#include "app/file_job.hpp"

#include <fmt/format.h>

#include <chrono>
#include <new>

#include "app/signals.hpp"
#include "io/publish_file.hpp"
#include "io/read_file.hpp"
#include "turntile/error.hpp"

namespace turntile::app {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::optional<Format> format_named_by(const std::filesystem::path& path) {
    return format_of_extension(path.extension().native());
}

}  // namespace

FileJob::FileJob(std::size_t index, const Job& job, const TurnCommand& command, bool named_output)
    : options_(command.photo), request_(command.request), in_place_(command.in_place) {
    result_.index = index;
    result_.job = &job;
    result_.failure = job.failure;
    if (named_output) options_.format = format_named_by(job.target);
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
    } catch (const CudaError& error) {
        result_.failure = fmt::format("cannot be {}: {}", what, error.what());
        result_.stops_batch = error.is_sticky();
    } catch (const std::bad_alloc&) {
        result_.failure = fmt::format("cannot be {}: memory ran out", what);
    } catch (const std::exception& error) {
        result_.failure = fmt::format("cannot be {}: {}", what, error.what());
    }
}

void FileJob::read() {
    attempt("read", [&] {
        const auto start = Clock::now();
        source_ = io::read_file(result_.job->source);
        result_.source_bytes = source_.size();
        result_.read_ms = ms_since(start);
    });
    attempt("turned", [&] {
        photo_.emplace(source_, request_, options_);
        photo_->inspect();
    });
}

void FileJob::decode(SharedTurner& turner) {
    attempt("decoded", [&] {
        if (photo_->needs_pixels()) photo_->decode(turner.get());
    });
}

void FileJob::turn(SharedTurner& turner) {
    attempt("turned", [&] {
        if (photo_->needs_pixels()) photo_->turn(turner.get());
    });
}

void FileJob::encode() {
    attempt("encoded", [&] {
        if (photo_->needs_pixels()) photo_->encode();
        finished_ = photo_->carry();
    });
    if (!photo_) return;
    result_.photo = photo_->report();
    photo_.reset();
    const std::optional<Format> named = format_named_by(result_.job->target);
    if (named && *named != result_.photo.format && result_.failure.empty())
        result_.photo.notes.push_back(fmt::format(
            "is {} in spite of its name, and was written as that", name(result_.photo.format)));
}

void FileJob::write() {
    attempt("written", [&] {
        const bool unchanged = result_.photo.action == PhotoAction::untouched;
        if (unchanged && in_place_) return;
        const auto start = Clock::now();
        const Job& job = *result_.job;
        if (!in_place_ && job.target.has_parent_path())
            std::filesystem::create_directories(job.target.parent_path());
        const std::vector<std::byte>& bytes = unchanged ? source_ : finished_;
        if (job.replaces)
            io::publish_replacement(job.target, bytes);
        else
            io::publish_new(job.target, bytes);
        result_.written_bytes = bytes.size();
        result_.write_ms = ms_since(start);
    });
    source_ = {};
    finished_ = {};
}

}  // namespace turntile::app
