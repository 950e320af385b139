#include "turntile/photo.hpp"

#include <memory>

#include "pipeline/photo_stages.hpp"

namespace turntile {

TurnedPhoto turn_encoded(std::span<const std::byte> source, const PhotoRequest& request,
                         const PhotoOptions& options, Turner& turner) {
    PhotoStages photo(source, request, options);
    photo.inspect();
    TurnedPhoto result;
    result.bytes = photo.finish(turner);
    photo.verify(result.bytes);
    result.report = photo.report();
    if (result.report.action == PhotoAction::untouched)
        result.bytes.assign(source.begin(), source.end());
    return result;
}

TurnedPhoto turn_encoded(std::span<const std::byte> source, const PhotoRequest& request,
                         const PhotoOptions& options) {
    // Never destroyed: when the program ends, CUDA's runtime may go first.
    static Turner& shared = *std::make_unique<Turner>().release();
    return turn_encoded(source, request, options, shared);
}

const char* name(PhotoAction action) {
    switch (action) {
        case PhotoAction::turned: return "turned";
        case PhotoAction::lossless: return "lossless";
        case PhotoAction::copied: return "copied";
        case PhotoAction::untouched: return "untouched";
    }
    return "?";
}

}  // namespace turntile
