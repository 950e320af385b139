#include "io/file_attributes.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/xattr.h>

#include <array>

#include "io/publish_file.hpp"
#include "tests/file_checks.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

constexpr const char* access_list = "system.posix_acl_access";
constexpr const char* default_list = "system.posix_acl_default";

std::string attribute(const fs::path& path, const char* name) {
    std::array<char, 1024> value = {};
    const ssize_t size = ::getxattr(path.c_str(), name, value.data(), value.size());
    return size < 0 ? "none" : std::string(value.data(), static_cast<std::size_t>(size));
}

bool set_attribute(const fs::path& path, const char* name, const std::string& value) {
    return ::setxattr(path.c_str(), name, value.data(), value.size(), 0) == 0;
}

/// An access control list as the kernel keeps it: owner rw, user 1234 `rights`, group r, mask rw,
/// others nothing.
std::string list_for_1234(unsigned char rights) {
    const auto entry = [](char tag, char permissions, std::uint32_t id) {
        std::string bytes = {tag, 0, permissions, 0};
        for (int shift = 0; shift < 32; shift += 8)
            bytes += static_cast<char>(id >> shift & 0xFFU);
        return bytes;
    };
    constexpr std::uint32_t nobody = 0xFFFFFFFF;
    return std::string("\2\0\0\0", 4) + entry(1, 6, nobody) +
           entry(2, static_cast<char>(rights), 1234) + entry(4, 4, nobody) + entry(16, 6, nobody) +
           entry(32, 0, nobody);
}

class Attributes : public ::testing::Test {
  protected:
    Attributes() { write_text(file, "old"); }

    void replace() { io::publish_replacement(file, bytes_of("new")); }

    ScratchFolder folder;
    fs::path file = folder / "a.jpg";
};

TEST_F(Attributes, OfTheUserStay) {
    if (!set_attribute(file, "user.origin", "camera"))
        GTEST_SKIP() << "no extended attributes here";
    ASSERT_TRUE(set_attribute(file, "user.empty", ""));
    replace();
    EXPECT_EQ(read_text(file), "new");
    EXPECT_EQ(attribute(file, "user.origin"), "camera");
    EXPECT_EQ(attribute(file, "user.empty"), "");
}

TEST_F(Attributes, AccessListStays) {
    const std::string list = list_for_1234(6);
    if (!set_attribute(file, access_list, list)) GTEST_SKIP() << "no access lists here";
    const mode_t before = rights_of(file);
    replace();
    EXPECT_EQ(attribute(file, access_list), list);
    EXPECT_EQ(rights_of(file), before);
}

TEST_F(Attributes, AccessListOfTheFolderIsNotForAFileThatHasNone) {
    if (!set_attribute(folder.path(), default_list, list_for_1234(6)))
        GTEST_SKIP() << "no access lists here";
    fs::permissions(file, fs::perms(0640));
    replace();
    EXPECT_EQ(attribute(file, access_list), "none");
    EXPECT_EQ(rights_of(file), 0640U);
}

}  // namespace
}  // namespace turntile::tests
