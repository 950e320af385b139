// Words of the command line turned into values. Each throws UsageError, naming the word and what
// would be right.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "turntile/codec.hpp"
#include "turntile/photo.hpp"
#include "turntile/turner.hpp"

namespace turntile::app {

/// The command line makes no sense: exit code 2. The message is one clause.
class UsageError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// "90", "180", "270", "-90" (and "-180", "-270"): degrees clockwise.
Turn parse_angle(std::string_view word);
/// "rotate_90", "flip_horizontal", ...: the names in reports.
Turn parse_turn(std::string_view word);
Turn parse_flip(std::string_view word);
/// "1" to "8": the turn that a picture with this orientation tag needs.
Turn parse_tag(std::string_view word);
/// A turn as a list has it: "rotate 90" or "90", "flip vertical", "transpose", "transverse",
/// "upright", or its name in reports. "none" and "upright" are the same, for a file's orientation
/// always comes first.
Turn parse_turn_words(std::string_view words);
BackendChoice parse_backend(std::string_view word);
Progressive parse_progressive(std::string_view word);
Lossless parse_lossless(std::string_view word);
Loss parse_loss(std::string_view word);
/// "6000x4000": width x height, in pixels.
Size parse_size(std::string_view word);
/// A number of pixels.
std::int64_t parse_pixels(std::string_view word);
/// A whole number from `least` to `most`; `what` names the option.
int parse_number(std::string_view word, int least, int most, const char* what);
/// "512M", "2G", "1048576": a number of bytes, of KiB (K), MiB (M), GiB (G) or TiB (T). `what`
/// names the option.
std::uint64_t parse_bytes(std::string_view word, const char* what);
/// "a,b,c" taken apart.
std::vector<std::string_view> split_list(std::string_view list);

}  // namespace turntile::app
