#include "c/status.hpp"

#include <array>
#include <cstdio>

namespace turntile::c {
namespace {

// A fixed size: keeping a message must not fail.
thread_local std::array<char, 1024> last_message{};

}  // namespace

std::int32_t failed(std::int32_t status, const char* message) noexcept {
    std::snprintf(last_message.data(), last_message.size(), "%s", message);
    return status;
}

}  // namespace turntile::c

const char* turntile_last_error(void) {
    return turntile::c::last_message.data();
}
