// What goes wrong: one clear line for each file, the right exit code, nothing half-written.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

constexpr uid_t nobody = 65534;

std::size_t lines_in(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A folder with two good pictures, to stand beside a bad one.
class OneBadFile : public ::testing::Test {
  protected:
    OneBadFile() {
        write_picture(folder / "good1.png", random_picture(20, 10, CV_8UC3, 1));
        write_picture(folder / "good2.png", random_picture(10, 20, CV_8UC1, 2));
    }

    /// Turns the bad file between the good ones: those must be done, the bad one named with
    /// `reason`.
    void expect_failure(const std::string& bad, const std::string& reason) {
        const Outcome run =
            run_turntile({"rotate", "90", "good1.png", bad, "good2.png", "-o", "out"},
                         {.folder = folder.path()});
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_EQ(lines_in(run.err), 1U) << run.err;
        EXPECT_NE(run.err.find("'" + bad + "'"), std::string::npos) << run.err;
        EXPECT_NE(run.err.find(reason), std::string::npos) << run.err;
        EXPECT_EQ(names_in(folder / "out"), (std::vector<std::string>{"good1.png", "good2.png"}));
    }

    ScratchFolder folder;
};

TEST_F(OneBadFile, MissingIsNamed) {
    expect_failure("missing.jpg", "No such file");
}

TEST_F(OneBadFile, UnmatchedPatternIsNamed) {
    expect_failure("*.jpg", "No such file");
}

TEST_F(OneBadFile, EmptyIsNamed) {
    write_text(folder / "empty.jpg", "");
    expect_failure("empty.jpg", "empty");
}

TEST_F(OneBadFile, TextIsNamed) {
    write_text(folder / "text.jpg", "Dear diary, this is no picture.\n");
    expect_failure("text.jpg", "not an image");
}

TEST_F(OneBadFile, HalfAJpegIsNamed) {
    write_picture(folder / "whole.jpg", smooth_picture(300, 200));
    std::vector<std::byte> bytes = read_bytes(folder / "whole.jpg");
    bytes.resize(bytes.size() / 2);
    write_bytes(folder / "half.jpg", bytes);
    expect_failure("half.jpg", "ends");
}

TEST_F(OneBadFile, HalfAPngIsNamed) {
    write_picture(folder / "whole.png", random_picture(300, 200, CV_8UC3, 3));
    std::vector<std::byte> bytes = read_bytes(folder / "whole.png");
    bytes.resize(bytes.size() / 2);
    write_bytes(folder / "half.png", bytes);
    expect_failure("half.png", "cannot be");
}

TEST_F(OneBadFile, HalfATiffIsNamed) {
    write_picture(folder / "whole.tif", random_picture(300, 200, CV_8UC3, 3));
    std::vector<std::byte> bytes = read_bytes(folder / "whole.tif");
    bytes.resize(bytes.size() / 2);
    write_bytes(folder / "half.tif", bytes);
    expect_failure("half.tif", "cannot be");
}

TEST_F(OneBadFile, FolderIsNamed) {
    fs::create_directory(folder / "folder.jpg");
    expect_failure("folder.jpg", "folder");
}

TEST_F(OneBadFile, PipeIsNamedAndNotWaitedFor) {
    mkfifo((folder / "pipe.jpg").c_str(), 0600);
    expect_failure("pipe.jpg", "pipe");
}

TEST_F(OneBadFile, UnreadableIsNamed) {
    fs::permissions(folder.path(), fs::perms::all);
    fs::create_directory(folder / "out");
    fs::permissions(folder / "out", fs::perms::all);
    write_picture(folder / "secret.png", random_picture(4, 4, CV_8UC1, 1));
    fs::permissions(folder / "secret.png", fs::perms::none);
    const Outcome run = run_turntile({"rotate", "90", "good1.png", "secret.png", "-o", "out"},
                                     {.folder = folder.path(), .user = nobody});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("Permission denied"), std::string::npos) << run.err;
    EXPECT_EQ(names_in(folder / "out"), std::vector<std::string>{"good1.png"});
}

TEST_F(OneBadFile, OriginalStaysInPlace) {
    write_picture(folder / "whole.jpg", smooth_picture(300, 200));
    std::vector<std::byte> bytes = read_bytes(folder / "whole.jpg");
    bytes.resize(bytes.size() / 2);
    write_bytes(folder / "half.jpg", bytes);
    const std::vector<std::string> before = names_in(folder.path());
    const Outcome run = run_turntile({"rotate", "90", "-i", "half.jpg"}, {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(read_bytes(folder / "half.jpg"), bytes);
    EXPECT_EQ(names_in(folder.path()), before);
}

TEST_F(OneBadFile, UnwritableFolderIsNamed) {
    fs::permissions(folder.path(), fs::perms::all);
    fs::create_directory(folder / "locked");
    fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec |
                                           fs::perms::others_read | fs::perms::others_exec);
    const Outcome run = run_turntile({"rotate", "90", "good1.png", "-o", "locked/"},
                                     {.folder = folder.path(), .user = nobody});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(lines_in(run.err), 1U) << run.err;
    EXPECT_NE(run.err.find("Permission denied"), std::string::npos) << run.err;
    EXPECT_TRUE(names_in(folder / "locked").empty());
}

TEST(EmptyFolder, HasNothingToDo) {
    const ScratchFolder folder;
    fs::create_directory(folder / "none");
    const Outcome recursive =
        run_turntile({"rotate", "90", "-r", "none", "-o", "out"}, {.folder = folder.path()});
    EXPECT_EQ(recursive.exit_code, 0);
    EXPECT_NE(recursive.err.find("no images"), std::string::npos) << recursive.err;
    const Outcome plain =
        run_turntile({"rotate", "90", "none", "-o", "out"}, {.folder = folder.path()});
    EXPECT_EQ(plain.exit_code, 1);
    EXPECT_NE(plain.err.find("-r"), std::string::npos) << plain.err;
}

/// Words that make no sense, and what the one line about them must say.
struct Nonsense {
    std::vector<std::string> words;
    const char* reason;
};

TEST(WrongUsage, IsOneLineAndExitCode2) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(4, 3, CV_8UC3, 1));
    const Nonsense cases[] = {
        {{"rotate", "45", "a.png", "-o", "b.png"}, "90, 180, 270"},
        {{"rotate"}, "which angle"},
        {{"rotate", "90", "a.png"}, "exactly one of -o"},
        {{"rotate", "90", "a.png", "-o", "b.png", "-i"}, "exactly one of -o"},
        {{"rotate", "90", "-o", "b.png"}, "no input"},
        {{"flip", "sideways", "a.png", "-o", "b.png"}, "horizontal or vertical"},
        {{"rotate", "90", "a.png", "-o", "b.png", "--naive", "--tiled"}, "--naive"},
        {{"rotate", "90", "a.png", "-o", "b.png", "--quality", "101"}, "1 to 100"},
        {{"rotate", "90", "a.png", "-o", "c/", "--format", "png", "--quality", "9"}, "for JPEG"},
        {{"rotate", "90", "a.png", "-o", "c/", "--format", "png", "--progressive", "on"},
         "for JPEG"},
        {{"rotate", "90", "a.png", "-o", "c/", "--format", "png", "--lossless", "require"},
         "for JPEG"},
        {{"rotate", "90", "a.png", "-o", "c/", "--format", "png", "--lossless=auto", "--trim"},
         "for JPEG"},
        {{"rotate", "90", "a.png", "-o", "b.png", "--backend", "gpu"}, "auto, cuda or cpu"},
        {{"rotate", "90", "a.png", "-o", "b.png", "--allow", "anything"}, "--allow"},
        {{"rotate", "90", "a.png", "-o", "b.png", "-j", "0"}, "-j"},
        {{"rotate", "90", "a.png", "-o", "b.png", "--frobnicate"}, "--frobnicate"},
        {{"upright", "a.png", "-o", "b.png", "--ignore-orientation"}, "--ignore-orientation"},
        {{"spin", "a.png"}, "spin"},
        {{"bench", "--pixel-bytes", "5"}, "--pixel-bytes"},
        {{"bench", "--size", "large"}, "--size"},
        {{"bench", "--turn", "spin"}, "spin"},
        {{"bench", "launch", "--device", "first"}, "--device"},
    };
    for (const Nonsense& c : cases) {
        const Outcome run = run_turntile(c.words, {.folder = folder.path()});
        std::string line;
        for (const std::string& word : c.words)
            line += word + " ";
        EXPECT_EQ(run.exit_code, 2) << line << run.err;
        EXPECT_EQ(lines_in(run.err), 1U) << line << run.err;
        EXPECT_EQ(run.err.rfind("turntile: ", 0), 0U) << run.err;
        EXPECT_NE(run.err.find(c.reason), std::string::npos) << line << run.err;
        EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.png"}) << line;
    }
}

class RefusedPlan : public ::testing::Test {
  protected:
    RefusedPlan() {
        fs::create_directories(folder / "d1");
        fs::create_directories(folder / "d2");
        write_picture(folder / "d1/x.png", random_picture(4, 3, CV_8UC3, 1));
        write_picture(folder / "d2/x.png", random_picture(4, 3, CV_8UC3, 2));
    }

    void expect_refusal(std::vector<std::string> words, const std::string& reason) {
        const std::vector<std::string> before = names_in(folder.path());
        words.insert(words.begin(), {"rotate", "90"});
        const Outcome run = run_turntile(words, {.folder = folder.path()});
        EXPECT_EQ(run.exit_code, 2) << run.err;
        EXPECT_NE(run.err.find(reason), std::string::npos) << run.err;
        EXPECT_EQ(names_in(folder.path()), before);
    }

    ScratchFolder folder;
};

TEST_F(RefusedPlan, TwoFilesForOneOutput) {
    expect_refusal({"d1/x.png", "d2/x.png", "-o", "out"}, "both");
}

TEST_F(RefusedPlan, OutputIsAnotherInput) {
    expect_refusal({"d1/x.png", "d2/x.png", "-o", "d2", "--overwrite"}, "both");
    write_picture(folder / "d1/y.png", random_picture(4, 3, CV_8UC3, 2));
    fs::create_directory_symlink("d1", folder / "alias");
    fs::copy_file(folder / "d1/y.png", folder / "d2/y.png");
    expect_refusal({"d1/x.png", "d2/y.png", "-o", "alias", "--overwrite", "d1/y.png"},
                   "another input");
}

TEST_F(RefusedPlan, OutputExists) {
    expect_refusal({"d1/x.png", "-o", "d2"}, "exists");
    expect_refusal({"d1/x.png", "-o", "d2/x.png"}, "exists");
    expect_refusal({"d1/x.png", "-o", "d1/"}, "exists");
}

TEST_F(RefusedPlan, TwoOutputsAreOneFileThroughALink) {
    fs::create_directory(folder / "out");
    fs::copy_file(folder / "d1/x.png", folder / "d1/y.png");
    write_text(folder / "out/y.png", "old");
    fs::create_symlink("y.png", folder / "out/x.png");
    expect_refusal({"d1/x.png", "d1/y.png", "-o", "out", "--overwrite"}, "both");
    EXPECT_EQ(read_text(folder / "out/y.png"), "old");
}

TEST_F(RefusedPlan, OutputIsALinkThatLeadsNowhere) {
    fs::create_symlink("nowhere.png", folder / "link.png");
    expect_refusal({"d1/x.png", "-o", "link.png"}, "exists");
}

TEST_F(RefusedPlan, OutputFolderIsTheInputFolder) {
    expect_refusal({"-r", "d1", "-o", "d1/"}, "output folder");
}

TEST_F(RefusedPlan, NamedOutputOfAnUnknownFormat) {
    expect_refusal({"d1/x.png", "-o", "x.gif"}, "extension");
}

TEST_F(RefusedPlan, SeveralInputsAndOneFile) {
    write_text(folder / "file", "text");
    expect_refusal({"d1/x.png", "d2/x.png", "-o", "file"}, "several inputs");
}

TEST_F(RefusedPlan, NoGpuUnderCuda) {
    if (run_turntile({"devices"}).out.find("cuda 0") != std::string::npos)
        GTEST_SKIP() << "there is a GPU";
    expect_refusal({"d1/x.png", "-o", "out.png", "--backend", "cuda"}, "no GPU");
}

TEST_F(RefusedPlan, OverwriteReplacesInstead) {
    const Outcome run = run_turntile({"rotate", "90", "d1/x.png", "-o", "d2", "--overwrite"},
                                     {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(same(read_picture(folder / "d2/x.png"),
                     turned_by_oracle(random_picture(4, 3, CV_8UC3, 1), Turn::rotate_90)));
}

TEST(SameFileTwice, IsTurnedOnceWithANote) {
    const ScratchFolder folder;
    const cv::Mat picture = random_picture(4, 3, CV_8UC3, 1);
    write_picture(folder / "a.png", picture);
    fs::create_symlink("a.png", folder / "b.png");
    const Outcome run = run_turntile({"rotate", "90", "-i", "a.png", "./a.png", "b.png"},
                                     {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.err.find("same file"), std::string::npos) << run.err;
    EXPECT_TRUE(same(read_picture(folder / "a.png"), turned_by_oracle(picture, Turn::rotate_90)));
}

TEST(FullOutput, IsAFailure) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(4, 3, CV_8UC3, 1));
    Started program(
        "/bin/sh",
        {"-c", "exec \"$0\" rotate 90 a.png -o b.png --json > /dev/full", turntile_path()},
        {.folder = folder.path()});
    const Outcome run = program.wait();
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("No space left"), std::string::npos) << run.err;
    EXPECT_TRUE(fs::exists(folder / "b.png"));
}

TEST(TooManyPixels, AreRefusedBeforeMemoryIsTaken) {
    const ScratchFolder folder;
    // A BMP's header that says 60000x60000 pixels, and nothing behind it.
    std::string bmp("BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x60\xEA\0\0\x60\xEA\0\0\x01\0\x18\0",
                    30);
    bmp.resize(54, '\0');
    write_text(folder / "a.bmp", bmp);
    const Outcome run =
        run_turntile({"rotate", "90", "a.bmp", "-o", "out/"}, {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(lines_in(run.err), 1U) << run.err;
}

TEST(GrowthLimit, LeavesTheOriginalWhole) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(300, 200, CV_8UC3, 1));
    const std::vector<std::byte> before = read_bytes(folder / "a.png");
    Started limited("/bin/sh",
                    {"-c", "ulimit -f 20; exec \"$0\" rotate 90 -i a.png", turntile_path()},
                    {.folder = folder.path()});
    const Outcome run = limited.wait();
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_NE(run.err.find("File too large"), std::string::npos) << run.err;
    EXPECT_EQ(read_bytes(folder / "a.png"), before);
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.png"});
}

}  // namespace
}  // namespace turntile::tests
