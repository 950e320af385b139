// What is coded in a JPEG file, read with libjpeg: the DCT coefficients and how they are meant.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "turntile/turn.hpp"

namespace turntile::tests {

struct CodedPlane {
    int id = 0;
    Size sampling;
    Size blocks;  ///< that belong to the picture
    std::array<std::uint16_t, 64> steps = {};
    std::vector<std::int16_t> coefficients;  ///< 64 for each block, row by row

    friend bool operator==(const CodedPlane&, const CodedPlane&) = default;
};

struct CodedPicture {
    Size size;
    int colour_space = 0;  ///< libjpeg's J_COLOR_SPACE
    std::vector<CodedPlane> planes;
    bool progressive = false;
    bool arithmetic = false;
    bool has_jfif = false;
    bool has_adobe = false;
    int adobe_transform = 0;
    unsigned restart_interval = 0;
};

CodedPicture read_coded(std::span<const std::byte> file);

/// Expects that `after` is coded as `before` was, turned; sampling and coefficients are not looked
/// at.
void expect_turned_coding(const CodedPicture& before, const CodedPicture& after, Turn turn);

}  // namespace turntile::tests
