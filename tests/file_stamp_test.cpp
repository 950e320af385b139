#include "io/file_stamp.hpp"

#include <gtest/gtest.h>

#include "tests/file_checks.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using io::FileStamp;
using io::stamp_of;

FileStamp now_of(const fs::path& path) {
    return stamp_of(status_of(path));
}

TEST(FileStamp, IsTheSameWhileTheFileIs) {
    const ScratchFolder folder;
    write_text(folder / "a", "one");
    const FileStamp before = now_of(folder / "a");
    EXPECT_EQ(read_text(folder / "a"), "one");
    EXPECT_EQ(now_of(folder / "a"), before);
    EXPECT_EQ(before.size_bytes, 3);
}

TEST(FileStamp, DiffersInEachThingThatMatters) {
    const FileStamp stamp = {1, 2, 3, 4, 5, 6};
    EXPECT_EQ((FileStamp{1, 2, 3, 4, 5, 0}), stamp);
    for (const FileStamp& other :
         {FileStamp{0, 2, 3, 4, 5, 6}, FileStamp{1, 0, 3, 4, 5, 6}, FileStamp{1, 2, 0, 4, 5, 6},
          FileStamp{1, 2, 3, 0, 5, 6}, FileStamp{1, 2, 3, 4, 0, 6}})
        EXPECT_NE(other, stamp);
}

TEST(FileStamp, SeesAWriteBehindItsBack) {
    const ScratchFolder folder;
    write_text(folder / "a", "one");
    const FileStamp before = now_of(folder / "a");
    ::usleep(20'000);  // a tick of the clock that file systems use
    write_text(folder / "a", "two");
    // Put the time of the change back, as careful programs do.
    set_time(folder / "a", before.modified_ns);
    EXPECT_EQ(now_of(folder / "a").modified_ns, before.modified_ns);
    EXPECT_NE(now_of(folder / "a"), before);
}

TEST(FileStamp, KnowsTimesBefore1970) {
    const timespec time = io::time_of(-1);
    EXPECT_EQ(time.tv_sec, -1);
    EXPECT_EQ(time.tv_nsec, 999'999'999);
    EXPECT_EQ(io::time_of(-2'000'000'000).tv_sec, -2);
    EXPECT_EQ(io::time_of(-2'000'000'000).tv_nsec, 0);
    EXPECT_EQ(io::time_of(1'500'000'000).tv_nsec, 500'000'000);
}

}  // namespace
}  // namespace turntile::tests
