// A pixel as kernels move it: a run of units, each read and written in one access.
#pragma once

#include <cstdint>

namespace turntile::gpu {

template <int bytes>
struct UnitOf;
template <>
struct UnitOf<1> {
    using type = std::uint8_t;
};
template <>
struct UnitOf<2> {
    using type = std::uint16_t;
};
template <>
struct UnitOf<4> {
    using type = std::uint32_t;
};
template <>
struct UnitOf<8> {
    using type = uint2;
};
template <>
struct UnitOf<16> {
    using type = uint4;
};

/// The widest unit that a pixel of this size is made of.
template <int pixel_bytes>
inline constexpr int widest_unit_bytes = pixel_bytes & -pixel_bytes;

/// A pixel of `pixel_bytes` bytes on an address that is a multiple of `unit_bytes`.
template <int pixel_bytes, int unit_bytes>
struct Pixel {
    static_assert(pixel_bytes % unit_bytes == 0);
    typename UnitOf<unit_bytes>::type units[pixel_bytes / unit_bytes];
};

}  // namespace turntile::gpu
