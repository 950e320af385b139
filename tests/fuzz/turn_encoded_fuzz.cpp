// Any bytes as a file: they are turned, and the result read back and compared, or refused by
// ImageError. Nothing else may happen.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "turntile/error.hpp"
#include "turntile/photo.hpp"

namespace {

using namespace turntile;

PhotoOptions everything_allowed(std::uint8_t choice) {
    PhotoOptions options;
    options.max_pixels = 1 << 20;  // larger ones find nothing more, and slowly
    options.allowed = {Loss::pages,    Loss::animation, Loss::alpha,    Loss::depth,
                       Loss::metadata, Loss::extras,    Loss::truncated};
    options.verify = true;
    constexpr Format formats[] = {Format::jpeg, Format::png,  Format::tiff,
                                  Format::bmp,  Format::webp, Format::pnm};
    if (choice < std::size(formats)) options.format = formats[choice];
    return options;
}

}  // namespace

/// The last byte chooses the turn and, for some of its values, another format.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Turner turner({.backend = BackendChoice::cpu});
    if (size == 0) return 0;
    const auto bytes = std::as_bytes(std::span(data, size));
    const std::uint8_t choice = data[size - 1];
    const PhotoRequest request = {.turn = static_cast<Turn>(1 + choice % 8)};
    try {
        turn_encoded(bytes, request, everything_allowed(choice / 8 % 16), turner);
    } catch (const ImageError&) {
        // As it should be.
    }
    return 0;
}
