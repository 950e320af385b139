// Writing through a descriptor to the end.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace turntile::io {

/// Writes all `bytes`, however many calls that takes. False if one of them failed: `errno` says
/// why.
bool write_all(int descriptor, std::span<const std::byte> bytes) noexcept;

inline bool write_all(int descriptor, std::string_view text) noexcept {
    return write_all(descriptor, std::as_bytes(std::span(text)));
}

}  // namespace turntile::io
