// What -r finds, and what it passes over.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

constexpr uid_t nobody = 65534;

class Folders : public ::testing::Test {
  protected:
    Folders() {
        fs::create_directories(folder / "in/deep");
        write_picture(folder / "in/a.png", picture);
        fs::copy_file(folder / "in/a.png", folder / "in/deep/b.png");
    }

    Outcome run(const std::vector<std::string>& words, uid_t user = 0) {
        return run_turntile(words, {.folder = folder.path(), .user = user});
    }
    void expect_turned(const fs::path& name) {
        EXPECT_TRUE(same(turned_by_oracle(picture, Turn::rotate_90), read_picture(folder / name)))
            << name;
    }

    ScratchFolder folder;
    cv::Mat picture = random_picture(7, 5, CV_8UC3, 4);
};

TEST_F(Folders, ThatCannotBeReadAreOneFailureEach) {
    fs::create_directories(folder / "in/locked");
    fs::copy_file(folder / "in/a.png", folder / "in/locked/c.png");
    fs::permissions(folder / "in/locked", fs::perms::none);
    const Outcome outcome = run({"rotate", "90", "-r", "in", "-o", "out"}, nobody);
    fs::permissions(folder / "in/locked", fs::perms::all);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "turntile: 'in/locked/': cannot read the folder: Permission denied\n");
    expect_turned("out/a.png");
    expect_turned("out/deep/b.png");
}

TEST_F(Folders, KeepLinksAndOddThingsFromDoingHarm) {
    fs::create_directory_symlink("..", folder / "in/deep/up");
    fs::create_directory_symlink(".", folder / "in/self");
    fs::create_symlink("nowhere.png", folder / "in/dangling.png");
    fs::create_symlink("nowhere.txt", folder / "in/dangling.txt");
    fs::create_symlink("round.png", folder / "in/round.png");
    fs::create_symlink("deep/b.png", folder / "in/link.png");
    mkfifo((folder / "in/pipe.png").c_str(), 0600);
    fs::create_directory(folder / "in/folder.png");
    const Outcome outcome = run({"rotate", "90", "-r", "in", "-o", "out"});
    EXPECT_EQ(outcome.exit_code, 1);
    for (const char* part :
         {"'in/dangling.png': cannot be found: No such file", "'in/round.png': cannot be found",
          "1 '.txt'", "1 device, pipe or socket was skipped",
          "2 links to folders were not followed",
          "'in/link.png' is the same file as 'in/deep/b.png'"})
        EXPECT_NE(outcome.err.find(part), std::string::npos) << part << " in " << outcome.err;
    expect_turned("out/deep/b.png");
    EXPECT_EQ(names_in(folder / "out"), (std::vector<std::string>{"a.png", "deep"}));
}

TEST_F(Folders, AreNamedWithAndWithoutASlash) {
    for (const char* name : {"in", "in/", "./in//", "in/."}) {
        const Outcome outcome = run({"rotate", "90", "-r", name, "-o", "out", "--overwrite"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(names_in(folder / "out"), (std::vector<std::string>{"a.png", "deep"}));
        expect_turned("out/deep/b.png");
    }
}

TEST_F(Folders, OfAnyNameAreMirrored) {
    const std::vector<std::string> names = {"with space", "quote'\"", "%o[0]",
                                            "new\nline",  "-dash",    "\xE4\xF6"};
    for (const std::string& name : names) {
        fs::create_directories(folder / "odd" / name);
        fs::copy_file(folder / "in/a.png", folder / "odd" / name / (name + ".png"));
    }
    EXPECT_EQ(run({"rotate", "90", "-r", "odd", "-o", "out"}).exit_code, 0);
    EXPECT_EQ(run({"rotate", "90", "-r", "odd", "-i"}).exit_code, 0);
    for (const std::string& name : names) {
        expect_turned(fs::path("out") / name / (name + ".png"));
        expect_turned(fs::path("odd") / name / (name + ".png"));
    }
}

TEST_F(Folders, AreOrderedByName) {
    for (const char* name : {"in/z.png", "in/B.png", "in/deep.png"})
        fs::copy_file(folder / "in/a.png", folder / name);
    const Outcome outcome = run({"rotate", "90", "-r", "in", "-i", "-n", "-q"});
    std::string expected;
    for (const char* name : {"B", "a", "deep/b", "deep", "z"})
        expected += "'in/" + std::string(name) + ".png': turned by rotate_90, 7x5 PNG -> 5x7\n";
    EXPECT_EQ(outcome.out, expected);
}

TEST_F(Folders, PatternsThatFitNothingAreOneFailureWithAHint) {
    const Outcome outcome = run({"rotate", "90", "in/*.jpg", "in/a.png", "-o", "out"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err,
              "turntile: 'in/*.jpg': cannot be found: No such file or directory (a pattern that no "
              "file's name fits?)\n");
    expect_turned("out/a.png");
}

TEST_F(Folders, AListThatIsWaitedForCanBeInterrupted) {
    mkfifo((folder / "list").c_str(), 0600);
    const int held_open = open((folder / "list").c_str(), O_RDWR | O_CLOEXEC);
    Started program(turntile_path(), {"rotate", "90", "--files-from", "list", "-i"},
                    {.folder = folder.path()});
    ASSERT_EQ(write(held_open, "in/a.png\n", 9), 9);
    usleep(300'000);  // the program has started, or the signal ends it all the same
    kill(program.pid(), SIGINT);
    EXPECT_EQ(program.wait().exit_code, 128 + SIGINT);
    close(held_open);
    EXPECT_TRUE(same(picture, read_picture(folder / "in/a.png")));
}

}  // namespace
}  // namespace turntile::tests
