// Whether the tests are built with a sanitizer that surrounds every byte with its own.
#pragma once

namespace turntile::tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// How many times as long work may take as it may without one.
inline constexpr int patience = is_sanitized ? 10 : 1;

}  // namespace turntile::tests
