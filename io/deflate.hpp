// zlib streams, as PNG holds text and profiles.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace turntile {

/// What the zlib stream `packed` holds; nothing if it is damaged, or holds more than
/// `largest_bytes`. Memory grows with what is really there.
std::optional<std::vector<std::byte>> inflated(std::span<const std::byte> packed,
                                               std::size_t largest_bytes);

/// `bytes` (below 2^31) as a zlib stream.
std::vector<std::byte> deflated(std::span<const std::byte> bytes);

}  // namespace turntile
