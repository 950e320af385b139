#include "io/write_all.hpp"

#include <unistd.h>

#include <cerrno>

namespace turntile::io {

bool write_all(int descriptor, std::span<const std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count >= 0)
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            return false;
    }
    return true;
}

}  // namespace turntile::io
