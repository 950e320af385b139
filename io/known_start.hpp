// What a file's first bytes say of it.
#pragma once

#include <cstddef>
#include <span>

namespace turntile {

/// How many of them are enough.
inline constexpr std::size_t known_start_bytes = 4096;

/// Whether a file that begins with `start` is of a supported format.
bool has_known_start(std::span<const std::byte> start);

}  // namespace turntile
