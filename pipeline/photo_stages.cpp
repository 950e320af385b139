#include "pipeline/photo_stages.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "io/jpeg_grid.hpp"
#include "io/jpeg_lossless.hpp"
#include "io/jpeg_reader.hpp"
#include "io/png_info.hpp"
#include "io/side_limits.hpp"
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

// What no decoder here makes something of cannot be permitted: only those of PNG and WebP, and of
// BMP and PNM in part, read a file that ends early. That of JPEG finds it by itself.
bool can_be_allowed(Loss loss, const FileInfo& source) {
    if (loss != Loss::truncated) return true;
    if (source.format == Format::bmp || source.format == Format::pnm)
        return source.stored_pixel_bytes > 0;
    return source.format == Format::png || source.format == Format::webp;
}

// Whether a loss happens although bytes are copied. They lose nothing, but a file that ends early
// is no good copy, one tag cannot make several pages upright, and what is stripped is gone.
bool is_lost_in_copy(Loss loss, PhotoAction action, bool strips) {
    if (loss == Loss::truncated) return true;
    if (loss == Loss::extras) return strips;
    return action == PhotoAction::copied && (loss == Loss::pages || loss == Loss::animation);
}

// A tag is made false by a turn of the stored pixels, so it is always folded in or, on request,
// disregarded.
Turn whole_turn(const FileInfo& source, const PhotoRequest& request) {
    return request.ignore_orientation ? request.turn : compose(source.orientation, request.turn);
}

/// Adds what another call did, for the same picture.
void add(TurnReport& sum, TurnReport report) {
    sum.device = report.device;
    sum.upload_ms += report.upload_ms;
    sum.turn_ms += report.turn_ms;
    sum.download_ms += report.download_ms;
    sum.bytes_moved += report.bytes_moved;
    if (!report.fallback.empty()) sum.fallback = std::move(report.fallback);
    if (!report.lost_device.empty()) sum.lost_device = std::move(report.lost_device);
}

/// Runs `read`, which reads JPEG data.
template <class Read>
auto naming_the_leave(Read read) {
    try {
        return read();
    } catch (const TruncatedImage& error) {
        throw TruncatedImage(std::string(error.what()) + " (--allow truncated permits it)");
    }
}

}  // namespace

void PhotoStages::inspect() {
    report_.source = turntile::inspect(source_);
    const FileInfo& source = report_.source;
    report_.format = options_.format.value_or(source.format);
    report_.turn = whole_turn(source, request_);
    report_.size = turned(source.size, report_.turn);
    // Of a TIFF only the encoder can leave tags out.
    const bool asks_strip = options_.strip && source.format == Format::tiff;
    report_.action = action_for(source, report_.turn, asks_to_encode() || asks_strip);
    if (request_.tag || request_.tag_only) plan_tag();
    if (options_.strip && !needs_pixels()) report_.action = PhotoAction::copied;
    keeps_pixels_ = !asks_to_encode() && source.stored_pixel_bytes > 0;
    refuse_cmyk();
    note_jpeg_options();
    if (needs_pixels() && source.format == Format::jpeg) choose_lossless();
    refuse_lossy();
    refuse_losses();
    if (is_copy() && options_.strip) drop_metadata();
    if (is_copy() && source.has_end_marker) return;
    refuse_size();
    report_.notes.insert(report_.notes.end(), source.notes.begin(), source.notes.end());
    if (is_copy()) return check_copied_data();
    io::require_writable_sides(report_.format, report_.size);
    if (needs_pixels() && !keeps_pixels_) io::require_readable_sides(source);
    if (!keeps_pixels_ && !stays_grey())
        report_.notes.insert(report_.notes.end(), source.decode_notes.begin(),
                             source.decode_notes.end());
    drop_metadata();
}

/// Whether a PNG's grey loses its alpha, and with it what `decode` makes of both: BGRA.
bool PhotoStages::stays_grey() const {
    const FileInfo& source = report_.source;
    return source.format == Format::png && source.channels == 4 &&
           !can_hold(report_.format, source.channels, Sample::u8) && is_grey_png(source_);
}

/// The tag alone is set.
void PhotoStages::plan_tag() {
    if (asks_to_encode())
        throw ImageError("would have to be encoded, where only its tag is to be set");
    report_.tag = request_.tag.value_or(report_.turn);
    const bool has_place = report_.format != Format::bmp && report_.format != Format::pnm;
    if (!has_place && report_.tag != Turn::none)
        throw ImageError(std::string(name(report_.format)) +
                         " has no place for an orientation tag");
    report_.turn = Turn::none;
    report_.size = report_.source.size;
    report_.action = PhotoAction::copied;
}

/// Whether something else than a turn asks for a new encoding.
bool PhotoStages::asks_to_encode() const {
    if (report_.format != report_.source.format) return true;
    if (report_.format != Format::jpeg) return false;
    return options_.jpeg_quality ||
           wanted_progressive().value_or(report_.source.progressive) != report_.source.progressive;
}

std::optional<bool> PhotoStages::wanted_progressive() const {
    if (options_.progressive == Progressive::keep) return std::nullopt;
    return options_.progressive == Progressive::on;
}

/// Turns the blocks of a JPEG instead of its pixels, if that may be and can be.
void PhotoStages::choose_lossless() {
    const FileInfo& source = report_.source;
    const Size whole =
        options_.trim ? trimmed(source.size, source.lossless_grid, report_.turn) : source.size;
    const bool needs_encoding = options_.jpeg_quality || report_.format != Format::jpeg;
    const bool is_perfect = fits_grid(whole, source.lossless_grid, report_.turn);
    report_.could_be_lossless = is_perfect && !needs_encoding;
    const std::string blocks = std::to_string(source.lossless_grid.width) + "x" +
                               std::to_string(source.lossless_grid.height) + " blocks";
    switch (options_.lossless) {
        case Lossless::never: return;
        case Lossless::automatic:
            if (!report_.could_be_lossless && !needs_encoding)
                report_.notes.push_back("re-encoded: its sides are not whole " + blocks);
            break;
        case Lossless::require:
            if (needs_encoding) throw ImageError("would have to be encoded, and not without loss");
            if (!is_perfect)
                throw ImageError(std::to_string(source.size.width) + "x" +
                                 std::to_string(source.size.height) + " is not whole " + blocks +
                                 ", as " + name(report_.turn) + " without loss needs" +
                                 (options_.trim ? "" : " (--trim cuts the rest)"));
    }
    if (!report_.could_be_lossless) return;
    report_.action = PhotoAction::lossless;
    report_.size = turned(whole, report_.turn);
    if (whole != source.size) report_.notes.push_back("trimmed to whole " + blocks);
}

/// Where loss is not wanted, and the result is of a kind that is always encoded with some.
void PhotoStages::refuse_lossy() const {
    if (options_.lossless != Lossless::require || !needs_pixels()) return;
    if (report_.format == Format::jpeg || (keeps_pixels_ && report_.source.is_lossy))
        throw ImageError("would have to be encoded, and not without loss");
}

void PhotoStages::note_jpeg_options() {
    if (report_.format == Format::jpeg) return;
    const auto note = [&](const char* what) {
        report_.notes.push_back(std::string(what) + " is for JPEG: it changes nothing in this " +
                                name(report_.format));
    };
    if (options_.jpeg_quality) note("the quality asked for");
    if (options_.progressive != Progressive::keep) note("progressive or not");
}

void PhotoStages::refuse_cmyk() const {
    if (report_.source.is_cmyk && report_.format != Format::jpeg)
        throw ImageError(std::string("a CMYK JPEG cannot become ") + name(report_.format) +
                         ": its colours are not converted");
}

// Bytes that are copied are not decoded, but what lacks its end may lack more.
void PhotoStages::check_copied_data() {
    const std::vector<std::string> notes = naming_the_leave(
        [&] { return io::check_jpeg_data(source_, allows(options_, Loss::truncated)); });
    report_.notes.insert(report_.notes.end(), notes.begin(), notes.end());
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
        if (is_copy() && !is_lost_in_copy(loss.loss, report_.action, options_.strip)) continue;
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
    if (is_lossless()) return lossless_memory_bytes(source_.size(), report_.source);
    return picture_memory_bytes(source_.size(), report_.source,
                                {.format = report_.format,
                                 .progressive = wanted_progressive().value_or(false),
                                 .verify = options_.verify});
}

void PhotoStages::decode(Turner& turner) {
    const Stopwatch watch;
    decoded_.memory = turner.picture_memory();
    DecodeOptions options{.allow_truncated = allows(options_, Loss::truncated)};
    if (report_.format == Format::jpeg) options.components_for = report_.turn;
    decoded_.picture = naming_the_leave([&] {
        return keeps_pixels_
                   ? turntile::decode_stored(source_, report_.source, *decoded_.memory, options)
                   : turntile::decode(source_, report_.source, 0, *decoded_.memory, options);
    });
    const std::vector<std::string>& notes = decoded_.picture.notes;
    report_.notes.insert(report_.notes.end(), notes.begin(), notes.end());
    if (report_.format != report_.source.format)
        decoded_.picture =
            fit_picture(decoded_.picture, report_.format, *decoded_.memory,
                        report_.source.format == Format::png && is_grey_png(source_));
    report_.decode_ms = watch.ms();
}

void PhotoStages::turn(Turner& turner) {
    turned_.memory = turner.picture_memory();
    turned_.picture = decoded_.picture;
    if (decoded_.picture.jpeg)
        turned_.picture.jpeg =
            std::make_shared<JpegCoding>(turned(*decoded_.picture.jpeg, report_.turn));
    const auto count = static_cast<std::size_t>(decoded_.picture.plane_count);
    const std::size_t at_a_time = turner.takes_planes_together() ? count : 1;
    for (std::size_t first = 0; first < count; first += at_a_time)
        turn_planes(turner, first, at_a_time);
    decoded_ = {};
}

/// Turns `count` planes from number `first` on, together, and gives the memory that they were in
/// back.
void PhotoStages::turn_planes(Turner& turner, std::size_t first, std::size_t count) {
    std::array<PlanePair, std::tuple_size_v<decltype(Picture::planes)>> planes;
    for (std::size_t i = first; i < first + count; ++i) {
        const ImageView src = decoded_.picture.planes[i];
        const Size size = turned(src.size(), report_.turn);
        const ImageView dst = turned_.memory->allocate(size.width, size.height, src.pixel_bytes);
        turned_.picture.planes[i] = dst;
        planes[i - first] = {src, dst};
    }
    add(report_.turning, turner.turn({planes.data(), count}, report_.turn, options_.method));
    for (std::size_t i = first; i < first + count; ++i)
        decoded_.memory->release(decoded_.picture.planes[i]);
}

void PhotoStages::encode() {
    const Stopwatch watch;
    const EncodeOptions options{.format = report_.format,
                                .jpeg_quality = options_.jpeg_quality,
                                .jpeg_progressive = wanted_progressive()};
    encoded_ = keeps_pixels_
                   ? turntile::encode_like(source_, report_.source, turned_.picture, report_.turn)
                   : turntile::encode(turned_.picture, options);
    if (!options_.verify) turned_ = {};
    report_.encode_ms = watch.ms();
}

void PhotoStages::turn_blocks() {
    const Stopwatch watch;
    LosslessJpeg turned = naming_the_leave([&] {
        return turn_jpeg_lossless(source_, report_.turn,
                                  {.trim = options_.trim,
                                   .allow_truncated = allows(options_, Loss::truncated),
                                   .progressive = wanted_progressive()});
    });
    encoded_ = std::move(turned.bytes);
    report_.notes.insert(report_.notes.end(), turned.notes.begin(), turned.notes.end());
    report_.lossless_ms = watch.ms();
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

std::vector<std::byte> PhotoStages::finish(Turner& turner) {
    if (needs_pixels()) {
        decode(turner);
        turn(turner);
        encode();
    }
    if (is_lossless()) turn_blocks();
    return carry();
}

void PhotoStages::verify(std::span<const std::byte> result) {
    if (!options_.verify || !(needs_pixels() || is_lossless())) return;
    const Stopwatch watch;
    if (is_lossless()) {
        verify_lossless(source_, result, report_);
    } else {
        verify_result(
            result,
            {.picture = turned_.picture, .format = report_.format, .is_stored = keeps_pixels_});
    }
    turned_ = {};
    report_.verify_ms = watch.ms();
}

std::vector<std::byte> PhotoStages::copied() {
    std::vector<std::byte> result = options_.strip
                                        ? stripped(source_, report_.source)
                                        : with_orientation(source_, report_.source, report_.tag);
    if (!std::ranges::equal(result, source_)) return result;
    report_.action = PhotoAction::untouched;
    return {};
}

}  // namespace turntile
