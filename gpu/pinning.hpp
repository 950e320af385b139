// Pins memory that is there already, for the copies of every device.
#pragma once

#include <cstddef>

#include "turntile/export.h"

namespace turntile::gpu {

/// Whether it was possible; the system may refuse. Creates a context where there is none.
TURNTILE_EXPORT bool pin(std::byte* data, std::size_t size_bytes) noexcept;
/// Ends the pinning of the memory that starts at `data`.
TURNTILE_EXPORT void unpin(std::byte* data) noexcept;

}  // namespace turntile::gpu
