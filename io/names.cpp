// The words for formats, losses and pixels.
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "turntile/codec.hpp"

namespace turntile {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 17> extensions = {{
    {"jpg", Format::jpeg},
    {"jpeg", Format::jpeg},
    {"jpe", Format::jpeg},
    {"jfif", Format::jpeg},
    {"png", Format::png},
    {"apng", Format::png},
    {"tif", Format::tiff},
    {"tiff", Format::tiff},
    {"bmp", Format::bmp},
    {"dib", Format::bmp},
    {"webp", Format::webp},
    {"pnm", Format::pnm},
    {"pbm", Format::pnm},
    {"pgm", Format::pnm},
    {"ppm", Format::pnm},
    {"pam", Format::pnm},
    {"pfm", Format::pnm},
}};

bool same_letters(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
        return std::tolower(x) == std::tolower(y);
    });
}

}  // namespace

const char* name(Format format) {
    switch (format) {
        case Format::jpeg: return "JPEG";
        case Format::png: return "PNG";
        case Format::tiff: return "TIFF";
        case Format::bmp: return "BMP";
        case Format::webp: return "WebP";
        case Format::pnm: return "PNM";
    }
    return "?";
}

const char* name(Loss loss) {
    switch (loss) {
        case Loss::pages: return "pages";
        case Loss::animation: return "animation";
        case Loss::alpha: return "alpha";
        case Loss::depth: return "depth";
        case Loss::metadata: return "metadata";
        case Loss::extras: return "extras";
        case Loss::truncated: return "truncated";
    }
    return "?";
}

std::string pixel_name(int channels, Sample sample) {
    const char* type = sample == Sample::u8 ? "8U" : sample == Sample::u16 ? "16U" : "32F";
    return std::string(type) + "C" + std::to_string(channels);
}

std::optional<Format> format_of_extension(std::string_view extension) {
    if (extension.starts_with('.')) extension.remove_prefix(1);
    for (const auto& [text, format] : extensions)
        if (same_letters(text, extension)) return format;
    return std::nullopt;
}

}  // namespace turntile
