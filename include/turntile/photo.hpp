// A whole photo, bytes to bytes: decoded, turned, encoded, its metadata carried along.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "turntile/codec.hpp"
#include "turntile/export.h"
#include "turntile/turner.hpp"

namespace turntile {

/// What is asked of a photo. Its orientation tag is applied first, then `turn`: `Turn::none` makes
/// it upright.
struct PhotoRequest {
    Turn turn = Turn::none;
    bool ignore_orientation = false;  ///< turn the stored pixels as if there were no tag
    bool tag_only = false;            ///< no pixel moves: tag and `turn` go into the tag together
    std::optional<Turn> tag = {};     ///< no pixel moves: the tag is set to this, `turn` is nothing
};

/// Whether a JPEG is turned without decoding it, by its DCT blocks.
enum class Lossless : std::uint8_t {
    never,
    automatic,  ///< where the turn is perfect, and nothing asks for pixels
    require,    ///< a JPEG whose turn is not perfect is refused
};

/// How a JPEG is coded: in one pass, or in several that sharpen it.
enum class Progressive : std::uint8_t { keep, on, off };

struct PhotoOptions {
    Method method = Method::tiled;
    std::int64_t max_pixels = std::int64_t{1} << 30;  ///< larger pictures are refused
    bool replaces_source = false;          ///< lost metadata is refused then, instead of noted
    std::optional<int> jpeg_quality = {};  ///< 1 to 100; by default as the source, or else 95
    Progressive progressive = Progressive::keep;
    Lossless lossless = Lossless::never;
    bool trim = false;  ///< cut partial blocks at mirrored edges, where that makes a turn perfect
    std::optional<Format> format = {};  ///< of the result; by default the source's
    bool strip = false;                 ///< leave out metadata but what colours need
    std::vector<Loss> allowed = {};     ///< losses that are permitted
    bool verify = false;  ///< read the result back and compare it with what was turned
};

/// What was done with a photo.
enum class PhotoAction : std::uint8_t {
    turned,     ///< decoded, turned, encoded
    copied,     ///< no pixel had to move: the source's bytes, the orientation tag set
    untouched,  ///< as `copied`, and not a byte changed
    lossless,   ///< a JPEG's blocks turned, nothing decoded
};

struct PhotoReport {
    PhotoAction action = PhotoAction::turned;
    FileInfo source;
    Turn turn = Turn::none;  ///< that was applied to the stored pixels: tag and request in one
    Size size;               ///< of the result
    Turn tag = Turn::none;   ///< the orientation tag of the result, if it has one
    Format format = Format::jpeg;    ///< of the result
    bool could_be_lossless = false;  ///< as it was asked for, if `lossless` had not been `never`
    TurnReport turning;
    double decode_ms = 0;
    double lossless_ms = 0;
    double encode_ms = 0;  ///< encoding and carrying the metadata
    double verify_ms = 0;
    std::vector<std::string> notes;
};

struct TurnedPhoto {
    std::vector<std::byte> bytes;
    PhotoReport report;
};

/// Turns the image file `source` as `request` says; one pass over the pixels, whatever the tag and
/// the request.
/// @throws ImageError if the file is damaged, unsupported, or would lose something that
/// `options.allowed` does not name
/// @throws CudaError as `Turner::turn` does
TURNTILE_EXPORT TurnedPhoto turn_encoded(std::span<const std::byte> source,
                                         const PhotoRequest& request, const PhotoOptions& options,
                                         Turner& turner);

/// The same with a turner of the library's own, which all such calls share: it takes a GPU where
/// there is one, is made at the first call, and stays until the program ends.
TURNTILE_EXPORT TurnedPhoto turn_encoded(std::span<const std::byte> source,
                                         const PhotoRequest& request,
                                         const PhotoOptions& options = {});

/// "turned", "lossless", "copied", "untouched".
TURNTILE_EXPORT const char* name(PhotoAction action);

}  // namespace turntile
