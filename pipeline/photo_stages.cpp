#include "pipeline/photo_stages.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "pipeline/memory_need.hpp"
#include "pipeline/stopwatch.hpp"
#include "pipeline/verify_result.hpp"
#include "turntile/error.hpp"
#include "turntile/metadata.hpp"

namespace turntile {
namespace {

bool allows(const PhotoOptions& options, Loss loss) {
    return std::find(options.allowed.begin(), options.allowed.end(), loss) != options.allowed.end();
}

PhotoAction action_for(const FileInfo& source, Turn turn, bool must_encode) {
    if (turn != Turn::none || must_encode) return PhotoAction::turned;
    return source.has_turning_tag ? PhotoAction::copied : PhotoAction::untouched;
}

// What no decoder here makes something of cannot be permitted: only those of baseline JPEG, PNG and
// WebP read a file that ends early.
bool can_be_allowed(Loss loss, const FileInfo& source) {
    if (loss != Loss::truncated) return true;
    if (source.format == Format::bmp || source.format == Format::pnm)
        return source.stored_pixel_bytes > 0;
    return source.format == Format::png || source.format == Format::webp ||
           (source.format == Format::jpeg && !source.progressive);
}

// Whether a loss happens although no pixel moves. Bytes that are copied lose nothing, but a file
// that ends early is no good copy, and one tag cannot make several pages upright.
bool is_lost_without_pixels(Loss loss, PhotoAction action) {
    if (loss == Loss::truncated) return true;
    return action == PhotoAction::copied && (loss == Loss::pages || loss == Loss::animation);
}

// A tag is made false by a turn of the stored pixels, so it is always folded in or, on request,
// disregarded.
Turn whole_turn(const FileInfo& source, const PhotoRequest& request) {
    return request.ignore_orientation ? request.turn : compose(source.orientation, request.turn);
}

}  // namespace

void PhotoStages::inspect() {
    report_.source = turntile::inspect(source_);
    const FileInfo& source = report_.source;
    report_.format = options_.format.value_or(source.format);
    report_.turn = whole_turn(source, request_);
    report_.size = turned(source.size, report_.turn);
    const bool asks_quality = options_.jpeg_quality.has_value() && report_.format == Format::jpeg;
    // Of a TIFF only the encoder can leave tags out.
    const bool asks_strip = options_.strip && source.format == Format::tiff;
    const bool must_encode = report_.format != source.format || asks_quality;
    report_.action = action_for(source, report_.turn, must_encode || asks_strip);
    if (request_.tag || request_.tag_only) plan_tag();
    if (options_.strip && !needs_pixels()) report_.action = PhotoAction::copied;
    keeps_pixels_ = !must_encode && source.stored_pixel_bytes > 0;
    refuse_losses();
    if (!needs_pixels()) return;
    refuse_size();
    report_.notes.insert(report_.notes.end(), source.notes.begin(), source.notes.end());
    if (!keeps_pixels_)
        report_.notes.insert(report_.notes.end(), source.decode_notes.begin(),
                             source.decode_notes.end());
    drop_metadata();
}

void PhotoStages::plan_tag() {
    tag_ = request_.tag.value_or(report_.turn);
    report_.turn = Turn::none;
    report_.size = report_.source.size;
    report_.action = PhotoAction::copied;
}

void PhotoStages::refuse_size() const {
    const Size size = report_.source.size;
    if (size.height > 0 && size.width > options_.max_pixels / size.height)
        throw ImageError(std::to_string(size.width) + "x" + std::to_string(size.height) +
                         " pixels are more than the limit of " +
                         std::to_string(options_.max_pixels));
}

void PhotoStages::refuse_losses() {
    for (const LossNote& loss : report_.source.refused) {
        if (!needs_pixels() && !is_lost_without_pixels(loss.loss, report_.action)) continue;
        if (!can_be_allowed(loss.loss, report_.source)) throw ImageError(loss.what);
        refuse(loss);
    }
    if (!needs_pixels() || keeps_pixels_) return;
    if (!report_.source.why_not_decoded.empty()) throw ImageError(report_.source.why_not_decoded);
    for (const LossNote& loss : report_.source.decode_refused)
        refuse(loss);
    if (report_.format == report_.source.format) return;
    for (const LossNote& loss :
         losses_in(report_.format, report_.source.channels, report_.source.sample))
        refuse(loss);
}

/// Refuses `loss` unless it is permitted; then it is noted.
void PhotoStages::refuse(const LossNote& loss) {
    if (!allows(options_, loss.loss))
        throw ImageError(loss.what + " (--allow " + name(loss.loss) + " permits it)");
    report_.notes.push_back(loss.what);
}

void PhotoStages::drop_metadata() {
    // A BMP's header is kept as a whole.
    if (keeps_pixels_ && report_.format == Format::bmp) return;
    std::vector<LossNote> dropped = report_.source.dropped;
    for (std::string& lost : lost_metadata(source_, report_.source, report_.format))
        dropped.push_back({Loss::metadata, std::move(lost)});
    if (options_.strip)
        std::erase_if(dropped, [](const LossNote& loss) { return loss.loss == Loss::metadata; });
    for (const LossNote& loss : dropped) {
        if (options_.replaces_source && !allows(options_, loss.loss))
            throw ImageError("would lose " + loss.what + " (--allow " + name(loss.loss) +
                             " permits it)");
        report_.notes.push_back("not kept: " + loss.what);
    }
}

std::size_t PhotoStages::memory_bytes() const {
    return picture_memory_bytes(source_.size(), report_.source, report_.format);
}

void PhotoStages::decode(Turner& turner) {
    const Stopwatch watch;
    decoded_.memory = turner.picture_memory();
    const DecodeOptions options{.allow_truncated = allows(options_, Loss::truncated)};
    decoded_.picture =
        keeps_pixels_ ? turntile::decode_stored(source_, report_.source, *decoded_.memory, options)
                      : turntile::decode(source_, report_.source, 0, *decoded_.memory, options);
    if (report_.format != report_.source.format)
        decoded_.picture = fit_picture(decoded_.picture, report_.format, *decoded_.memory);
    report_.decode_ms = watch.ms();
}

void PhotoStages::turn(Turner& turner) {
    turned_.memory = turner.picture_memory();
    turned_.picture = decoded_.picture;
    std::array<PlanePair, std::tuple_size_v<decltype(Picture::planes)>> planes;
    const auto count = static_cast<std::size_t>(decoded_.picture.plane_count);
    for (std::size_t i = 0; i < count; ++i) {
        const ImageView src = decoded_.picture.planes[i];
        const Size size = turned(src.size(), report_.turn);
        const ImageView dst = turned_.memory->allocate(size.width, size.height, src.pixel_bytes);
        turned_.picture.planes[i] = dst;
        planes[i] = {src, dst};
    }
    report_.turning = turner.turn({planes.data(), count}, report_.turn, options_.method);
    decoded_ = {};
}

void PhotoStages::encode() {
    const Stopwatch watch;
    const EncodeOptions options{.format = report_.format,
                                .jpeg_quality = options_.jpeg_quality.value_or(95),
                                .jpeg_progressive = report_.source.progressive};
    encoded_ = keeps_pixels_
                   ? turntile::encode_like(source_, report_.source, turned_.picture, report_.turn)
                   : turntile::encode(turned_.picture, options);
    if (!options_.verify) turned_ = {};
    report_.encode_ms = watch.ms();
}

std::vector<std::byte> PhotoStages::carry() {
    if (report_.action == PhotoAction::untouched) return {};
    if (report_.action == PhotoAction::copied) return copied();
    const Stopwatch watch;
    Carried carried = turntile::carry(source_, report_.source, encoded_, report_.turn,
                                      options_.strip ? Kept::colours : Kept::all);
    encoded_ = {};
    report_.notes.insert(report_.notes.end(), carried.notes.begin(), carried.notes.end());
    report_.encode_ms += watch.ms();
    return std::move(carried.bytes);
}

void PhotoStages::verify(std::span<const std::byte> result) {
    if (!options_.verify || report_.action != PhotoAction::turned) return;
    const Stopwatch watch;
    verify_result(
        result, {.picture = turned_.picture, .format = report_.format, .is_stored = keeps_pixels_});
    turned_ = {};
    report_.verify_ms = watch.ms();
}

std::vector<std::byte> PhotoStages::copied() {
    std::vector<std::byte> result = options_.strip
                                        ? stripped(source_, report_.source)
                                        : with_orientation(source_, report_.source, tag_);
    if (!std::ranges::equal(result, source_)) return result;
    report_.action = PhotoAction::untouched;
    return {};
}

}  // namespace turntile
