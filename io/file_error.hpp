// Why a file cannot be used, where the system has no word for it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace turntile::io {

enum class FileFault {
    is_folder = 1,
    is_pipe,
    is_socket,
    is_device,
    changed_while_read,
    changed_since_read,
    is_locked,
};

std::error_code make_error_code(FileFault fault);

/// What keeps a file of this `mode` (st_mode), which is not a regular one, from being read.
FileFault fault_of(mode_t mode);

/// @throws std::system_error "`attempt`: is a folder" or alike unless `mode` (st_mode) is that of a
/// regular file
void require_regular_file(mode_t mode, const std::string& attempt);

/// "cannot write 'out/a.jpg'", or without a name where `path` is empty.
std::string cannot(std::string_view verb, const std::filesystem::path& path = {});

/// The system's words for an errno: "No space left on device".
std::string words_for(int error);

/// @throws std::system_error "cannot write 'out/a.jpg': ..." with the system's words for `errno`
[[noreturn]] void throw_errno(std::string_view verb, const std::filesystem::path& path = {});

/// Owns a file descriptor.
class FileDescriptor {
  public:
    explicit FileDescriptor(int descriptor = -1) noexcept : descriptor_(descriptor) {}
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    ~FileDescriptor();

    int get() const noexcept { return descriptor_; }
    bool is_open() const noexcept { return descriptor_ >= 0; }

    /// Gives the descriptor to the caller, who closes it.
    int release() noexcept;

  private:
    int descriptor_;
};

}  // namespace turntile::io

template <>
struct std::is_error_code_enum<turntile::io::FileFault> : std::true_type {};
