// How messages call a picture: "6000x4000 8UC3".
#pragma once

#include <string>

#include "turntile/codec.hpp"

namespace turntile::io {

inline std::string picture_name(Size size, int channels, Sample sample) {
    return std::to_string(size.width) + "x" + std::to_string(size.height) + " " +
           pixel_name(channels, sample);
}

}  // namespace turntile::io
