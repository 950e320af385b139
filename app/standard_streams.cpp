#include "app/standard_streams.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "app/interrupt.hpp"
#include "io/file_error.hpp"
#include "io/write_all.hpp"

namespace turntile::app {
namespace {

/// Reading alone would go on waiting after a signal. One that comes just before poll is seen within
/// this time.
constexpr int longest_wait_ms = 200;

void wait_for_bytes(int descriptor) {
    pollfd wanted = {.fd = descriptor, .events = POLLIN, .revents = 0};
    while (true) {
        leave_if_interrupted();
        const int ready = ::poll(&wanted, 1, longest_wait_ms);
        if (ready > 0) return;
        if (ready < 0 && errno != EINTR) io::throw_errno("read");
    }
}

}  // namespace

std::size_t read_some(int descriptor, std::span<char> bytes) {
    while (true) {
        wait_for_bytes(descriptor);
        const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR && errno != EAGAIN) io::throw_errno("read");
    }
}

std::vector<std::byte> read_standard_input() {
    constexpr std::size_t step = 1 << 20;
    std::vector<std::byte> bytes;
    std::size_t length = 0;
    while (true) {
        if (bytes.size() - length < step) bytes.resize(2 * bytes.size() + step);
        char* const free = reinterpret_cast<char*>(bytes.data()) + length;
        const std::size_t count = read_some(STDIN_FILENO, {free, bytes.size() - length});
        length += count;
        if (count == 0) break;
    }
    bytes.resize(length);
    return bytes;
}

void write_standard_output(std::span<const std::byte> bytes) {
    if (!io::write_all(STDOUT_FILENO, bytes)) io::throw_errno("write to standard output");
}

}  // namespace turntile::app
