#include "io/file_error.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace turntile::io {
namespace {

class FileFaultCategory : public std::error_category {
  public:
    const char* name() const noexcept override { return "turntile file"; }

    std::string message(int fault) const override {
        switch (static_cast<FileFault>(fault)) {
            case FileFault::is_folder: return "is a folder";
            case FileFault::is_pipe: return "is a pipe";
            case FileFault::is_socket: return "is a socket";
            case FileFault::is_device: return "is a device";
            case FileFault::changed_while_read: return "it changed while it was read";
            case FileFault::changed_since_read: return "it has changed since it was read";
            case FileFault::is_locked: return "another program keeps it locked";
        }
        return "unknown fault";
    }
};

}  // namespace

std::error_code make_error_code(FileFault fault) {
    static const FileFaultCategory category;
    return {static_cast<int>(fault), category};
}

FileFault fault_of(mode_t mode) {
    if (S_ISDIR(mode)) return FileFault::is_folder;
    if (S_ISFIFO(mode)) return FileFault::is_pipe;
    if (S_ISSOCK(mode)) return FileFault::is_socket;
    return FileFault::is_device;
}

void require_regular_file(mode_t mode, const std::string& attempt) {
    if (!S_ISREG(mode)) throw std::system_error(fault_of(mode), attempt);
}

std::string cannot(std::string_view verb, const std::filesystem::path& path) {
    std::string attempt = "cannot ";
    attempt += verb;
    if (!path.empty()) attempt += " '" + path.native() + "'";
    return attempt;
}

std::string words_for(int error) {
    return std::generic_category().message(error);
}

void throw_errno(std::string_view verb, const std::filesystem::path& path) {
    const int reason = errno;  // before anything here can change it
    throw std::system_error(reason, std::generic_category(), cannot(verb, path));
}

FileDescriptor::~FileDescriptor() {
    if (is_open()) ::close(descriptor_);
}

int FileDescriptor::release() noexcept {
    return std::exchange(descriptor_, -1);
}

}  // namespace turntile::io
