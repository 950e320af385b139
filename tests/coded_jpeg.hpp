// JPEG files as cameras and editors code them, made with libjpeg.
#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "turntile/turn.hpp"

namespace turntile::tests {

/// How a JPEG is coded.
struct JpegRecipe {
    std::string label;
    int components = 3;
    int luma_across = 2;  ///< luma samples for one chroma sample, across and down
    int luma_down = 2;
    bool progressive = false;
    bool arithmetic = false;
    bool one_scan_each = false;  ///< sequential, a scan for each component
    unsigned restart_interval = 0;
    bool stored_as_rgb = false;
    bool stored_as_ycck = false;
    bool adobe_only = false;  ///< the colours are told by an Adobe marker, not by JFIF
    int quality = 90;
    bool smooth = false;  ///< colours that rise and fall slowly, instead of a noisy gradient

    friend std::ostream& operator<<(std::ostream& out, const JpegRecipe& coding) {
        return out << coding.label;
    }
};

/// Every coding that these tests decode.
std::vector<JpegRecipe> jpeg_codings();

/// Codings with four components, which are turned but not decoded to colours.
std::vector<JpegRecipe> four_component_jpegs();

/// Codings whose sampling few programs know.
std::vector<JpegRecipe> rare_samplings();

/// A JPEG, by default of a noisy gradient.
std::vector<std::byte> make_jpeg(Size size, const JpegRecipe& coding);

/// Quantisation steps in the order in which a file has them.
struct StepChange {
    std::size_t first = 0;
    std::size_t count = 1;
    int step = 1;
};

/// `file`, which `make_jpeg` has made, with `change` in each of its tables. They have 16 bits then.
std::vector<std::byte> with_steps(std::span<const std::byte> file, const StepChange& change);

/// `file` with its last `count` bytes gone.
inline std::vector<std::byte> without_last(std::span<const std::byte> file, std::size_t count) {
    return {file.begin(), file.end() - static_cast<std::ptrdiff_t>(count)};
}

}  // namespace turntile::tests
