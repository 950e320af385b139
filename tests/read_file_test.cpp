#include "io/read_file.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <system_error>

#include "io/file_error.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using io::FileFault;
using io::read_file;

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::error_code error_of(const std::filesystem::path& path) {
    try {
        read_file(path);
        return {};
    } catch (const std::system_error& error) {
        return error.code();
    }
}

TEST(ReadFile, ReadsAllBytes) {
    const ScratchFolder folder;
    std::string text(300'000, '\0');
    for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<char>(i * i % 251);
    write_text(folder / "a \n%[0].jpg", text);
    EXPECT_EQ(text_of(read_file(folder / "a \n%[0].jpg").bytes), text);
    write_text(folder / "empty", "");
    EXPECT_TRUE(read_file(folder / "empty").bytes.empty());
}

TEST(ReadFile, FollowsLinks) {
    const ScratchFolder folder;
    write_text(folder / "a.jpg", "pixels");
    std::filesystem::create_symlink("a.jpg", folder / "link.jpg");
    EXPECT_EQ(text_of(read_file(folder / "link.jpg").bytes), "pixels");
}

TEST(ReadFile, SaysWhatWasAttemptedAndWhyItFailed) {
    const ScratchFolder folder;
    try {
        read_file(folder / "missing.jpg");
        FAIL();
    } catch (const std::system_error& error) {
        EXPECT_STREQ(error.what(), "cannot open: No such file or directory");
        EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
    }
    try {
        read_file(folder.path());
        FAIL();
    } catch (const std::system_error& error) {
        EXPECT_STREQ(error.what(), "cannot read: is a folder");
    }
}

TEST(ReadFile, RefusesWhatIsNoFileWithoutWaiting) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, (folder / "socket").c_str(), sizeof address.sun_path - 1);
    const io::FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);

    EXPECT_EQ(error_of(folder.path()), FileFault::is_folder);
    EXPECT_EQ(error_of(folder / "pipe"), FileFault::is_pipe);
    EXPECT_EQ(error_of(folder / "socket"), FileFault::is_socket);
    EXPECT_EQ(error_of("/dev/zero"), FileFault::is_device);
}

TEST(ReadFile, RefusesAFileThatIsLongerThanItSays) {
    // Files of the proc file system say that they are empty.
    EXPECT_EQ(error_of("/proc/self/status"), FileFault::changed_while_read);
}

TEST(ReadFile, ReadsNoMoreOfAFileWhoseStartIsNotWanted) {
    const ScratchFolder folder;
    write_text(folder / "large", "no image");
    fs::resize_file(folder / "large", std::uintmax_t{1} << 40);
    const io::FileContents contents =
        io::read_file_if(folder / "large", 5, [](std::span<const std::byte> start) {
            EXPECT_EQ(start.size(), 5U);
            return false;
        });
    EXPECT_EQ(contents.bytes.size(), 5U);
}

TEST(ReadFile, ReadsAllOfAFileWhoseStartIsWanted) {
    const ScratchFolder folder;
    for (const std::string text : {"", "ab", "abcde", "abcdefgh"}) {
        write_text(folder / "file", text);
        const io::FileContents contents =
            io::read_file_if(folder / "file", 5, [&](std::span<const std::byte> start) {
                EXPECT_EQ(start.size(), std::min<std::size_t>(5, text.size()));
                return true;
            });
        EXPECT_EQ(text_of(contents.bytes), text);
    }
}

}  // namespace
}  // namespace turntile::tests
