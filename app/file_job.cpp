#include "app/file_job.hpp"

#include <fmt/format.h>

#include <new>
#include <system_error>

#include "app/console.hpp"
#include "app/signals.hpp"
#include "io/publish_file.hpp"
#include "io/read_file.hpp"
#include "pipeline/stopwatch.hpp"
#include "turntile/error.hpp"

namespace turntile::app {
namespace {

std::optional<Format> format_named_by(const std::filesystem::path& path) {
    return format_of_extension(path.extension().native());
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    if (!folder.empty() && !std::filesystem::create_directories(folder, error) && error)
        throw std::system_error(error, "cannot make the folder " + shown(folder.native()));
}

}  // namespace

FileJob::FileJob(std::size_t index, const Job& job, const TurnCommand& command)
    : options_(command.photo), request_(command.request), in_place_(command.in_place) {
    result_.index = index;
    result_.job = &job;
    result_.failure = job.failure();
    request_.turn = job.turn;
    options_.replaces_source = job.replaces_source;
    if (job.names_format) options_.format = format_named_by(job.target());
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
    } catch (const std::system_error& error) {
        result_.failure = error.what();  // says what was attempted, on what
    } catch (const std::bad_alloc&) {
        result_.failure = fmt::format("cannot be {}: memory ran out", what);
    } catch (const std::exception& error) {
        result_.failure = fmt::format("cannot be {}: {}", what, error.what());
    }
}

io::Replacement FileJob::replacement() const {
    io::Replacement how;
    if (result_.job->replaces_source) how.expected = stamp_;
    return how;
}

void FileJob::read() {
    attempt("read", [&] {
        const Stopwatch watch;
        io::FileContents contents = io::read_file(result_.job->source());
        source_ = std::move(contents.bytes);
        stamp_ = contents.stamp;
        result_.source_bytes = source_.size();
        result_.read_ms = watch.ms();
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
    if (turner.has_failed()) result_.stops_batch = true;
}

void FileJob::turn(SharedTurner& turner) {
    attempt("turned", [&] {
        if (photo_->needs_pixels()) photo_->turn(turner.ready());
    });
    if (turner.has_failed()) result_.stops_batch = true;
}

void FileJob::encode() {
    attempt("encoded", [&] {
        if (photo_->needs_pixels()) photo_->encode();
        finished_ = photo_->carry();
    });
    if (!photo_) return;
    result_.photo = photo_->report();
    photo_.reset();
    const std::optional<Format> named = format_named_by(result_.job->target());
    if (named && *named != result_.photo.format && result_.failure.empty())
        result_.photo.notes.push_back(fmt::format(
            "is {} in spite of its name, and was written as that", name(result_.photo.format)));
}

void FileJob::write() {
    attempt("written", [&] {
        const bool unchanged = result_.photo.action == PhotoAction::untouched;
        if (unchanged && in_place_) return;
        const Stopwatch watch;
        const Job& job = *result_.job;
        const std::filesystem::path target = job.target();
        if (!in_place_) make_folder(target.parent_path());
        const std::vector<std::byte>& bytes = unchanged ? source_ : finished_;
        if (job.replaces)
            io::publish_replacement(target, bytes, replacement());
        else
            io::publish_new(target, bytes);
        if (unchanged) result_.photo.action = PhotoAction::copied;
        result_.written_bytes = bytes.size();
        result_.write_ms = watch.ms();
    });
    source_ = {};
    finished_ = {};
}

}  // namespace turntile::app
