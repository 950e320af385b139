// How a JPEG file's samples are coded, so that a new file can be coded alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "turntile/export.h"
#include "turntile/turn.hpp"

namespace turntile {

/// What a JPEG's components stand for.
enum class JpegColour : std::uint8_t { grey, ycbcr, rgb, cmyk, ycck };

/// How one component of a JPEG is coded.
struct CodedComponent {
    int id = 1;
    int horizontal = 1;  ///< sampling factors, 1 to 4
    int vertical = 1;
    std::array<std::uint16_t, 64> steps = {};  ///< of quantisation, row by row, 1 to 65535
};

/// How a JPEG is coded.
struct JpegCoding {
    Size size;  ///< of the picture, in pixels
    JpegColour colour = JpegColour::ycbcr;
    std::vector<CodedComponent> components = {};
    bool progressive = false;
    bool arithmetic = false;         ///< instead of Huffman's codes
    bool own_huffman_tables = true;  ///< made for this picture; else the customary ones
    unsigned restart_interval = 0;   ///< in MCUs; 0: no restarts
    bool has_jfif = true;
    /// APP14 segments without marker and length: they say how the colours are meant.
    std::vector<std::vector<std::byte>> adobe = {};
};

/// The coding of the picture after `turn`: where the axes are swapped, so are the sampling factors,
/// and quantisation tables are transposed.
TURNTILE_EXPORT JpegCoding turned(const JpegCoding& coding, Turn turn);

/// The coding of a picture of another size; restart intervals of whole rows stay that.
TURNTILE_EXPORT JpegCoding resized(const JpegCoding& coding, Size size);

/// The width and height of component `index`, in samples.
TURNTILE_EXPORT Size component_size(const JpegCoding& coding, std::size_t index);

}  // namespace turntile
