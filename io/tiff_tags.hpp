// Which TIFF tags say how pixels are stored, and which are metadata.
#pragma once

#include <cstdint>

#include "turntile/metadata.hpp"

namespace turntile {

namespace tiff_tag {
inline constexpr std::uint16_t x_resolution = 282;
inline constexpr std::uint16_t y_resolution = 283;
inline constexpr std::uint16_t xmp = 700;
inline constexpr std::uint16_t iptc = 33723;
inline constexpr std::uint16_t photoshop = 34377;
inline constexpr std::uint16_t icc_profile = 34675;
inline constexpr std::uint16_t photoshop_layers = 37724;
}  // namespace tiff_tag

/// Whether the tag describes the picture, and not how its file stores it.
bool is_metadata_tag(std::uint16_t tag);

/// Whether a turned picture gets the tag from its source.
bool is_carried_tag(std::uint16_t tag, Kept kept);

}  // namespace turntile
