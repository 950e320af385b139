// From the pixel size at run time to the pixel size of a template.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace turntile::gpu {

/// Calls `call` with `std::integral_constant<int, pixel_bytes>`.
/// @throws std::invalid_argument if pixels have no such size
template <class Call>
void with_pixel_size(std::size_t pixel_bytes, Call&& call) {
    switch (pixel_bytes) {
        case 1: return call(std::integral_constant<int, 1>{});
        case 2: return call(std::integral_constant<int, 2>{});
        case 3: return call(std::integral_constant<int, 3>{});
        case 4: return call(std::integral_constant<int, 4>{});
        case 6: return call(std::integral_constant<int, 6>{});
        case 8: return call(std::integral_constant<int, 8>{});
        case 12: return call(std::integral_constant<int, 12>{});
        case 16: return call(std::integral_constant<int, 16>{});
        default:
            throw std::invalid_argument("turn: no pixel has " + std::to_string(pixel_bytes) +
                                        " bytes");
    }
}

/// Calls `call` for every pixel size, as `with_pixel_size` does.
template <class Call>
void for_each_pixel_size(Call&& call) {
    for (const std::size_t pixel_bytes : {1, 2, 3, 4, 6, 8, 12, 16})
        with_pixel_size(pixel_bytes, call);
}

}  // namespace turntile::gpu
