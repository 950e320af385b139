// PNG files of every kind, written by libpng.
#pragma once

#include <png.h>

#include <array>
#include <cstddef>
#include <ostream>
#include <string_view>
#include <vector>

#include "turntile/image_view.hpp"

namespace turntile::tests {

struct PngKind {
    const char* name;
    int bits;
    int colour_type;

    friend std::ostream& operator<<(std::ostream& out, const PngKind& kind) {
        return out << kind.name;
    }
};

/// All that PNG knows.
inline constexpr std::array<PngKind, 15> png_kinds = {{
    {"Grey1", 1, PNG_COLOR_TYPE_GRAY},
    {"Grey2", 2, PNG_COLOR_TYPE_GRAY},
    {"Grey4", 4, PNG_COLOR_TYPE_GRAY},
    {"Grey8", 8, PNG_COLOR_TYPE_GRAY},
    {"Grey16", 16, PNG_COLOR_TYPE_GRAY},
    {"Palette1", 1, PNG_COLOR_TYPE_PALETTE},
    {"Palette2", 2, PNG_COLOR_TYPE_PALETTE},
    {"Palette4", 4, PNG_COLOR_TYPE_PALETTE},
    {"Rgb8", 8, PNG_COLOR_TYPE_RGB},
    {"Rgb16", 16, PNG_COLOR_TYPE_RGB},
    {"GreyAlpha8", 8, PNG_COLOR_TYPE_GRAY_ALPHA},
    {"GreyAlpha16", 16, PNG_COLOR_TYPE_GRAY_ALPHA},
    {"Rgba8", 8, PNG_COLOR_TYPE_RGB_ALPHA},
    {"Rgba16", 16, PNG_COLOR_TYPE_RGB_ALPHA},
    {"Palette8", 8, PNG_COLOR_TYPE_PALETTE},
}};

const PngKind* find_png_kind(std::string_view name);

/// Pixels as PNG stores them, those of less than a byte in a byte each.
struct PngPixels {
    Size size;
    PngKind kind = png_kinds[8];
    std::size_t pixel_bytes = 3;
    std::vector<std::byte> bytes = {};

    ConstImageView view() const;
};

PngPixels random_png_pixels(Size size, const PngKind& kind, unsigned seed);

struct PngSettings {
    int zlib_level = 6;
    int filters = PNG_FILTER_NONE;
    bool is_interlaced = false;
    bool has_colours = false;  ///< a transparent colour (1 in every sample), background, sBIT
};

std::vector<std::byte> coded_png(const PngPixels& pixels, const PngSettings& settings);

}  // namespace turntile::tests
