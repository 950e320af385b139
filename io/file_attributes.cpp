#include "io/file_attributes.hpp"

#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "io/file_error.hpp"

namespace turntile::io {
namespace {

constexpr const char* access_list = "system.posix_acl_access";

/// Gives the file to this owner and group as far as that is permitted. The group may be where the
/// owner is not, so it is tried alone.
void give_to(int file, uid_t owner, gid_t group) {
    constexpr auto same_owner = static_cast<uid_t>(-1);
    if (::fchown(file, owner, group) == 0) return;
    if (::fchown(file, same_owner, group) == 0) return;
}

/// Others are the system's own: checksums and signatures of the bytes, which are new ones.
bool is_kept(std::string_view attribute) {
    return attribute.starts_with("user.") || attribute == access_list ||
           attribute == "system.nfs4_acl" || attribute == "security.selinux";
}

/// The names of the extended attributes of `path`, each ended by a zero; empty if there are none
/// or the file system has none.
std::string attribute_names(const std::filesystem::path& path) {
    const ssize_t size = ::listxattr(path.c_str(), nullptr, 0);
    if (size <= 0) return {};
    std::string names(static_cast<std::size_t>(size), '\0');
    const ssize_t filled = ::listxattr(path.c_str(), names.data(), names.size());
    names.resize(filled > 0 ? static_cast<std::size_t>(filled) : 0);
    return names;
}

void copy_attribute(const std::filesystem::path& path, const char* name, int descriptor) {
    const ssize_t size = ::getxattr(path.c_str(), name, nullptr, 0);
    if (size < 0) return;
    std::vector<char> value(static_cast<std::size_t>(size));
    const ssize_t filled = ::getxattr(path.c_str(), name, value.data(), value.size());
    if (filled < 0) return;
    ::fsetxattr(descriptor, name, value.data(), static_cast<std::size_t>(filled), 0);
}

}  // namespace

void copy_attributes(const std::filesystem::path& path, const struct stat& status, int descriptor) {
    give_to(descriptor, status.st_uid, status.st_gid);
    // A new file may have got an access list from its folder's defaults; the old file's list, or
    // that it has none, counts.
    ::fremovexattr(descriptor, access_list);
    const std::string names = attribute_names(path);
    for (std::size_t at = 0; at < names.size(); at += std::string_view(&names[at]).size() + 1)
        if (is_kept(&names[at])) copy_attribute(path, &names[at], descriptor);
    ::fchmod(descriptor, status.st_mode & permission_bits);
}

void copy_times(const FileStamp& stamp, int descriptor, const std::filesystem::path& path) {
    const std::array times = {time_of(stamp.accessed_ns), time_of(stamp.modified_ns)};
    if (::futimens(descriptor, times.data()) != 0) throw_errno("set the times of", path);
}

}  // namespace turntile::io
