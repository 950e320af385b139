// Counts in words.
#pragma once

#include <cstdint>
#include <string>

namespace turntile {

/// "1 more page", "2 more pages".
inline std::string counted(std::uint64_t count, const std::string& things) {
    return std::to_string(count) + " " + things + (count == 1 ? "" : "s");
}

}  // namespace turntile
