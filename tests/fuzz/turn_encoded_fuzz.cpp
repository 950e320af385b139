// Any bytes as a file, turned in many ways. They may be refused by ImageError; but what is written
// is read back and is what was turned.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "pipeline/photo_stages.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "turntile/error.hpp"

using namespace turntile;

namespace {

/// Bytes from the file's end, which choose what is asked for. They stay part of the file, so that
/// whole files can be seeds.
constexpr std::size_t choice_bytes = 3;

PhotoRequest chosen_request(std::uint8_t turn, std::uint8_t tags) {
    PhotoRequest request{.turn = static_cast<Turn>(1 + turn % 8)};
    request.ignore_orientation = tags % 8 == 1;
    request.tag_only = tags % 8 == 2;
    if (tags % 8 == 3) request.tag = request.turn;
    return request;
}

PhotoOptions chosen_options(std::uint8_t format, std::uint8_t coding) {
    PhotoOptions options;
    options.max_pixels = 1 << 20;  // larger ones find nothing more, and slowly
    options.allowed = {Loss::pages,    Loss::animation, Loss::alpha,    Loss::depth,
                       Loss::metadata, Loss::extras,    Loss::truncated};
    options.verify = true;
    constexpr Format formats[] = {Format::jpeg, Format::png,  Format::tiff,
                                  Format::bmp,  Format::webp, Format::pnm};
    if (format < std::size(formats)) options.format = formats[format];
    options.lossless = static_cast<Lossless>(coding % 3);
    options.progressive = static_cast<Progressive>(coding / 3 % 3);
    options.trim = coding / 9 % 2 == 1;
    options.strip = coding / 18 % 2 == 1;
    if (coding / 36 % 4 == 1) options.jpeg_quality = 80;
    return options;
}

/// The finished file; none if the file is refused, or is its own result.
std::vector<std::byte> turned_file(PhotoStages& photo) {
    static Turner turner({.backend = BackendChoice::cpu});
    try {
        photo.inspect();
        return photo.finish(turner);
    } catch (const ImageError&) {
        return {};
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
    if (size_bytes < choice_bytes) return 0;
    const std::uint8_t* end = data + size_bytes;
    const PhotoRequest request = chosen_request(end[-1], end[-3]);
    const PhotoOptions options = chosen_options(end[-1] / 8 % 16, end[-2]);
    PhotoStages photo(tests::fuzz_input(data, size_bytes), request, options);
    const std::vector<std::byte> result = turned_file(photo);
    if (result.empty()) return 0;
    const bool keeps_all = photo.is_lossless() || !inspect(result).is_lossy;
    try {
        photo.verify(result);
    } catch (const ImageError&) {
        // Noise does not survive a lossy coding.
        if (keeps_all) throw;
    }
    return 0;
}
