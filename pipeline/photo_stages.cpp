#include "pipeline/photo_stages.hpp"

#include <algorithm>
#include <chrono>

#include "turntile/error.hpp"
#include "turntile/metadata.hpp"

namespace turntile {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

bool allows(const PhotoOptions& options, Loss loss) {
    return std::find(options.allowed.begin(), options.allowed.end(), loss) != options.allowed.end();
}

PhotoAction action_for(const FileInfo& source, Turn turn, bool must_encode) {
    if (turn != Turn::none || must_encode) return PhotoAction::turned;
    return source.orientation == Turn::none ? PhotoAction::untouched : PhotoAction::copied;
}

// A tag is made false by a turn of the stored pixels, so it is always folded in or, on request,
// disregarded.
Turn whole_turn(const FileInfo& source, const PhotoRequest& request) {
    return request.ignore_orientation ? request.turn : compose(source.orientation, request.turn);
}

void add(TurnReport& total, TurnReport one) {
    total.device = one.device;
    total.upload_ms += one.upload_ms;
    total.turn_ms += one.turn_ms;
    total.download_ms += one.download_ms;
    total.bytes_moved += one.bytes_moved;
    if (!one.fallback.empty()) total.fallback = std::move(one.fallback);
}

}  // namespace

void PhotoStages::inspect() {
    report_.source = turntile::inspect(source_);
    const FileInfo& source = report_.source;
    report_.format = options_.format.value_or(source.format);
    report_.turn = whole_turn(source, request_);
    report_.size = turned(source.size, report_.turn);
    const bool must_encode = report_.format != source.format || options_.jpeg_quality.has_value();
    report_.action = action_for(source, report_.turn, must_encode);
    report_.notes = source.notes;
    if (needs_pixels()) {
        refuse_losses();
        note_changes();
    }
}

void PhotoStages::refuse_losses() {
    for (const LossNote& loss : report_.source.refused) {
        if (!allows(options_, loss.loss))
            throw ImageError(loss.what + " (--allow " + name(loss.loss) + " permits it)");
        report_.notes.push_back(loss.what);
    }
}

void PhotoStages::note_changes() {
    for (const LossNote& loss : report_.source.dropped)
        report_.notes.push_back("not kept: " + loss.what);
    if (report_.format != report_.source.format && report_.source.format == Format::jpeg)
        report_.notes.push_back("not kept: metadata, which is carried from JPEG to JPEG only");
}

void PhotoStages::decode(Turner& turner) {
    const auto start = Clock::now();
    decoded_.memory = turner.picture_memory();
    decoded_.picture = turntile::decode(source_, report_.source, 0, *decoded_.memory,
                                        {.allow_truncated = allows(options_, Loss::truncated)});
    report_.decode_ms = ms_since(start);
}

void PhotoStages::turn(Turner& turner) {
    turned_.memory = turner.picture_memory();
    turned_.picture = decoded_.picture;
    for (int i = 0; i < decoded_.picture.plane_count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const ImageView src = decoded_.picture.planes[at];
        const Size size = turned(src.size(), report_.turn);
        ImageView& dst = turned_.picture.planes[at];
        dst = turned_.memory->allocate(size.width, size.height, src.pixel_bytes);
        add(report_.turning, turner.turn(src, dst, report_.turn, options_.method));
    }
    decoded_ = {};
}

void PhotoStages::encode() {
    const auto start = Clock::now();
    const EncodeOptions options{.format = report_.format,
                                .jpeg_quality = options_.jpeg_quality.value_or(95)};
    encoded_ = turntile::encode(turned_.picture, options);
    turned_ = {};
    report_.encode_ms = ms_since(start);
}

std::vector<std::byte> PhotoStages::carry() {
    if (report_.action == PhotoAction::untouched) return {};
    if (report_.action == PhotoAction::copied) return with_upright_tag(source_, report_.source);
    const auto start = Clock::now();
    std::vector<std::byte> result =
        report_.format == report_.source.format
            ? turntile::carry(source_, report_.source, encoded_, report_.turn)
            : std::move(encoded_);
    encoded_ = {};
    report_.encode_ms += ms_since(start);
    return result;
}

}  // namespace turntile
