// How a result that was read back is rejected.
#pragma once

#include <string>

#include "turntile/error.hpp"

namespace turntile {

/// `reason` says what the result does: "has other pixels in row 3". @throws ImageError, always
[[noreturn]] inline void reject_result(const std::string& reason) {
    throw ImageError("the result, read back, " + reason);
}

}  // namespace turntile
