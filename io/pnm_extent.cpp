#include "io/pnm_extent.hpp"

namespace turntile {
namespace {

/// Passes digits, spaces and comments: the samples of a plain (text) image.
std::uint64_t end_of_plain(const ByteReader& file, const PnmHeader& header,
                           std::vector<TextSpan>* comments) {
    PnmWords words(file, header.pixels, comments);
    const auto is_digit = [&] { return words.peek() >= '0' && words.peek() <= '9'; };
    // Below 2^31 * 2^31 * 3.
    const std::uint64_t samples = static_cast<std::uint64_t>(header.size.width) *
                                  static_cast<std::uint64_t>(header.size.height) *
                                  static_cast<std::uint64_t>(header.channels);
    for (std::uint64_t i = 0; i < samples; ++i) {
        words.skip_spaces_and_comments();
        if (!is_digit()) break;
        words.skip_letter();
        // The digits of a bitmap need no space between them.
        while (!header.is_bitmap() && is_digit())
            words.skip_letter();
    }
    return words.position();
}

}  // namespace

std::uint64_t end_of_pnm(const ByteReader& file, const PnmHeader& header,
                         std::vector<TextSpan>* comments) {
    if (header.is_plain()) return end_of_plain(file, header, comments);
    return file.has(header.pixels, header.pixels_bytes()) ? header.pixels + header.pixels_bytes()
                                                          : file.size();
}

bool ends_there(const ByteReader& file, const PnmHeader& header, std::uint64_t end) {
    PnmWords words(file, end);
    if (header.is_plain()) {
        words.skip_spaces();
    } else {
        if (words.peek() == '\r') words.skip_letter();
        if (words.peek() == '\n') words.skip_letter();
    }
    return words.position() >= file.size();
}

}  // namespace turntile
