#include "io/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "io/file_error.hpp"

namespace turntile::io {
namespace {

/// Reads until `bytes` is full or the file ends. Returns how many bytes came.
std::size_t read_up_to(int descriptor, std::span<std::byte> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::read(descriptor, bytes.data() + done, bytes.size() - done);
        if (count == 0) break;
        if (count > 0)
            done += static_cast<std::size_t>(count);
        else if (errno != EINTR)
            throw_errno("read");
    }
    return done;
}

}  // namespace

FileContents read_file(const std::filesystem::path& path) {
    return read_file_if(path, 0, [](std::span<const std::byte>) { return true; });
}

FileContents read_file_if(const std::filesystem::path& path, std::size_t start_bytes,
                          const std::function<bool(std::span<const std::byte>)>& is_wanted) {
    // Opening a device or a pipe can do things, so it is looked at first; and again once it is
    // open, because it may have been exchanged. O_NONBLOCK is for such a pipe.
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) throw_errno("open");
    require_regular_file(status.st_mode, cannot("read"));
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!file.is_open()) throw_errno("open");
    if (::fstat(file.get(), &status) != 0) throw_errno("read");
    require_regular_file(status.st_mode, cannot("read"));

    const auto size_bytes = static_cast<std::size_t>(status.st_size);
    FileContents contents{std::vector<std::byte>(std::min(start_bytes, size_bytes)),
                          stamp_of(status)};
    std::size_t done = read_up_to(file.get(), contents.bytes);
    if (!is_wanted(contents.bytes)) return contents;
    contents.bytes.resize(size_bytes);
    done += read_up_to(file.get(), std::span(contents.bytes).subspan(done));
    std::byte beyond_end{};
    const bool has_its_size = done == size_bytes && read_up_to(file.get(), {&beyond_end, 1}) == 0;
    if (::fstat(file.get(), &status) != 0) throw_errno("read");
    if (!has_its_size || stamp_of(status) != contents.stamp)
        throw std::system_error(FileFault::changed_while_read, cannot("read"));
    return contents;
}

}  // namespace turntile::io
