// Disks that are full, folders that may not be written, files that change or go while they are
// worked on: each is one line, the others are done, nothing is lost.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "io/file_error.hpp"
#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

constexpr uid_t nobody = 65534;

std::size_t lines_in(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A file system of its own, as large as `size` says, if the test may mount one.
class SmallDisk {
  public:
    SmallDisk(fs::path folder, const std::string& size) : folder_(std::move(folder)) {
        fs::create_directory(folder_);
        is_mounted_ = ::mount("none", folder_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
    }
    ~SmallDisk() {
        if (is_mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    bool is_mounted() const { return is_mounted_; }

  private:
    fs::path folder_;
    bool is_mounted_ = false;
};

TEST(FullDisk, LeavesOriginalsWholeAndNamesEachFile) {
    const ScratchFolder folder;
    const SmallDisk disk(folder / "disk", "200k");
    if (!disk.is_mounted()) GTEST_SKIP() << "may not mount a file system";
    const cv::Mat large = random_picture(200, 150, CV_8UC3, 1);  // 90 kB
    const cv::Mat small = random_picture(9, 7, CV_8UC3, 2);
    write_picture(folder / "disk/a.ppm", large);
    write_picture(folder / "disk/b.ppm", large);
    write_picture(folder / "disk/c.ppm", small);
    const Outcome run = run_turntile({"rotate", "90", "-i", "-j", "1", "a.ppm", "b.ppm", "c.ppm"},
                                     {.folder = folder / "disk"});
    EXPECT_EQ(run.exit_code, 1);
    for (const char* line : {"'a.ppm': cannot write 'a.ppm': No space left on device",
                             "'b.ppm': cannot write 'b.ppm': No space left on device"})
        EXPECT_NE(run.err.find(line), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("2 of 3 files failed:"), std::string::npos) << run.err;
    EXPECT_TRUE(same(read_picture(folder / "disk/a.ppm"), large));
    EXPECT_TRUE(same(read_picture(folder / "disk/b.ppm"), large));
    EXPECT_TRUE(
        same(read_picture(folder / "disk/c.ppm"), turned_by_oracle(small, Turn::rotate_90)));
    EXPECT_EQ(names_in(folder / "disk"), (std::vector<std::string>{"a.ppm", "b.ppm", "c.ppm"}));
}

TEST(FullDisk, StopsARunWhoseLogIsThere) {
    const ScratchFolder folder;
    const SmallDisk disk(folder / "disk", "4k");
    if (!disk.is_mounted()) GTEST_SKIP() << "may not mount a file system";
    const cv::Mat picture = random_picture(9, 7, CV_8UC3, 2);
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i) {
        names.push_back("p" + std::to_string(i) + ".ppm");
        write_picture(folder / names.back(), picture);
    }
    std::vector<std::string> words = {"rotate", "90", "-i", "--log", "disk/run.log"};
    words.insert(words.end(), names.begin(), names.end());
    const Outcome run = run_turntile(words, {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("the log 'disk/run.log' cannot be written: No space left on device"),
              std::string::npos)
        << run.err;
    fs::copy_file(folder / "disk/run.log", folder / "run.log");
    words[3] = "--resume";
    words[4] = "run.log";
    EXPECT_EQ(run_turntile(words, {.folder = folder.path()}).exit_code, 0);
    for (const std::string& name : names)
        EXPECT_TRUE(same(read_picture(folder / name), turned_by_oracle(picture, Turn::rotate_90)))
            << name;
}

TEST(ReadOnlyDisk, IsNamed) {
    const ScratchFolder folder;
    const SmallDisk disk(folder / "disk", "200k");
    if (!disk.is_mounted()) GTEST_SKIP() << "may not mount a file system";
    const cv::Mat picture = random_picture(9, 7, CV_8UC3, 2);
    write_picture(folder / "disk/a.ppm", picture);
    write_picture(folder / "b.ppm", picture);
    ASSERT_EQ(::mount("none", (folder / "disk").c_str(), "", MS_REMOUNT | MS_RDONLY, ""), 0);
    const Outcome run =
        run_turntile({"rotate", "90", "-i", "disk/a.ppm", "b.ppm"}, {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("'disk/a.ppm': cannot create a file in 'disk': Read-only file system"),
              std::string::npos)
        << run.err;
    EXPECT_EQ(lines_in(run.err), 1U) << run.err;
    EXPECT_TRUE(same(read_picture(folder / "b.ppm"), turned_by_oracle(picture, Turn::rotate_90)));
}

TEST(ReadOnlyFolder, IsNamedInPlace) {
    const ScratchFolder folder;
    const cv::Mat picture = random_picture(9, 7, CV_8UC3, 2);
    fs::create_directory(folder / "locked");
    write_picture(folder / "locked/a.ppm", picture);
    fs::permissions(folder / "locked", fs::perms(0555));
    const Outcome run = run_turntile({"rotate", "90", "-i", "locked/a.ppm"},
                                     {.folder = folder.path(), .user = nobody});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("cannot create a file in 'locked': Permission denied"),
              std::string::npos)
        << run.err;
    EXPECT_TRUE(same(read_picture(folder / "locked/a.ppm"), picture));
}

TEST(NoFile, IsNamedByItsKind) {
    const ScratchFolder folder;
    write_picture(folder / "good.ppm", random_picture(9, 7, CV_8UC3, 2));
    ASSERT_EQ(::mkfifo((folder / "pipe.jpg").c_str(), 0600), 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, (folder / "socket.jpg").c_str(), sizeof address.sun_path - 1);
    const io::FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    fs::create_symlink("/dev/zero", folder / "device.jpg");
    fs::create_symlink("nowhere", folder / "dangling.jpg");
    fs::create_directory(folder / "folder.jpg");
    const Outcome run = run_turntile({"rotate", "90", "-i", "-q", "pipe.jpg", "socket.jpg",
                                      "device.jpg", "dangling.jpg", "folder.jpg", "good.ppm"},
                                     {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 1);
    for (const char* line :
         {"'pipe.jpg': is a pipe", "'socket.jpg': is a socket", "'device.jpg': is a device",
          "'folder.jpg': is a folder", "'dangling.jpg': "})
        EXPECT_NE(run.err.find(line), std::string::npos) << line << " in " << run.err;
    EXPECT_EQ(lines_in(run.err), 5U) << run.err;
    EXPECT_TRUE(fs::is_symlink(folder / "dangling.jpg"));
}

/// A batch of which the last files are touched by somebody while the first are worked on.
class MeddledBatch : public ::testing::Test {
  protected:
    MeddledBatch() {
        write_picture(folder / "p00.png", random_picture(1500, 1000, CV_8UC3, 1));
        for (int i = 1; i < 8; ++i) {
            names.push_back("p0" + std::to_string(i) + ".png");
            fs::copy_file(folder / "p00.png", folder / names.back());
        }
        write_picture(folder / "last.ppm", picture);
        words.insert(words.end(), names.begin(), names.end());
        words.emplace_back("last.ppm");
    }

    /// Waits until the program has begun: its first result or hidden file is there.
    void await_begin() const {
        for (int i = 0; i < 2000; ++i) {
            for (const std::string& name : names_in(folder.path()))
                if (name.find(".turntile-") != std::string::npos) return;
            ::usleep(5000);
        }
        FAIL() << "the program does nothing";
    }

    ScratchFolder folder;
    cv::Mat picture = random_picture(9, 7, CV_8UC3, 2);
    std::vector<std::string> names = {"p00.png"};
    std::vector<std::string> words = {"rotate", "90", "-i", "-q", "-j", "1"};
};

TEST_F(MeddledBatch, NamesAFileThatVanished) {
    Started program(turntile_path(), words, {.folder = folder.path()});
    await_begin();
    fs::remove(folder / "last.ppm");
    const Outcome run = program.wait();
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("'last.ppm': cannot"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("No such file"), std::string::npos) << run.err;
    EXPECT_EQ(names_in(folder.path()), names);
}

TEST_F(MeddledBatch, LosesNoTurnOfTwoRunsAtOnce) {
    // Each turn is there, or its run says that the file was not turned.
    Started first(turntile_path(), words, {.folder = folder.path()});
    Started second(turntile_path(), words, {.folder = folder.path()});
    const Outcome one = first.wait();
    const Outcome two = second.wait();
    const std::size_t failures = lines_in(one.err) + lines_in(two.err);
    const cv::Mat before = random_picture(1500, 1000, CV_8UC3, 1);
    std::size_t turns = 0;
    for (const std::string& name : names) {
        const cv::Mat now = read_picture(folder / name);
        const bool once = same(now, turned_by_oracle(before, Turn::rotate_90));
        const bool twice = same(now, turned_by_oracle(before, Turn::rotate_180));
        EXPECT_TRUE(once || twice) << name;
        turns += once ? 1 : twice ? 2 : 0;
    }
    const cv::Mat last = read_picture(folder / "last.ppm");
    turns += same(last, turned_by_oracle(picture, Turn::rotate_90)) ? 1 : 2;
    EXPECT_EQ(turns + failures, 2 * (names.size() + 1)) << one.err << two.err;
}

}  // namespace
}  // namespace turntile::tests
