// Pictures through standard input and output.
#include <gtest/gtest.h>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

class Streams : public ::testing::Test {
  protected:
    Streams() { write_picture(folder / "a.png", picture); }

    Outcome run(const std::vector<std::string>& words, const std::string& input = "") {
        return run_turntile(words, {.folder = folder.path(), .input = input});
    }
    Outcome run_in_shell(const std::string& line) {
        Started shell("/bin/sh", {"-c", line, turntile_path()}, {.folder = folder.path()});
        return shell.wait();
    }
    bool is_turned(const std::string& bytes) {
        write_text(folder / "result", bytes);
        return same(turned_by_oracle(picture, Turn::rotate_90), read_picture(folder / "result"));
    }

    ScratchFolder folder;
    cv::Mat picture = random_picture(301, 207, CV_8UC3, 4);
};

TEST_F(Streams, CarryAPictureInAndOut) {
    const std::string bytes = read_text(folder / "a.png");
    const Outcome both = run({"rotate", "90", "-", "-o", "-"}, bytes);
    EXPECT_EQ(both.exit_code, 0) << both.err;
    EXPECT_TRUE(is_turned(both.out));
    EXPECT_NE(both.err.find("1 image, "), std::string::npos) << both.err;
    const Outcome out = run({"rotate", "90", "-o", "-", "-q", "--", "a.png"});
    EXPECT_EQ(out.out, both.out);
    EXPECT_EQ(out.err, "");
    const Outcome in = run({"rotate", "90", "-", "-o", "new/b.png"}, bytes);
    EXPECT_EQ(in.exit_code, 0) << in.err;
    EXPECT_EQ(read_text(folder / "new/b.png"), both.out);
    EXPECT_EQ(read_text(folder / "a.png"), bytes);
}

TEST_F(Streams, ComeThroughPipes) {
    const Outcome run =
        run_in_shell("cat a.png | \"$0\" rotate 180 - -o - -q | \"$0\" rotate -90 - -o - -q | cat");
    EXPECT_EQ(run.err, "");
    EXPECT_TRUE(is_turned(run.out));
}

TEST_F(Streams, ConvertWhenTheOutputIsNamed) {
    ASSERT_EQ(run({"rotate", "90", "-", "-o", "b.tif"}, read_text(folder / "a.png")).exit_code, 0);
    const std::string bytes = read_text(folder / "b.tif");
    EXPECT_EQ(bytes.substr(0, 2), "II");
    EXPECT_TRUE(is_turned(bytes));
}

TEST_F(Streams, CopyWhatNeedsNoTurn) {
    const std::string bytes = read_text(folder / "a.png");
    EXPECT_EQ(run({"upright", "-", "-o", "-"}, bytes).out, bytes);
}

TEST_F(Streams, FailWithTheReason) {
    const Outcome text = run({"rotate", "90", "-", "-o", "-"}, "Dear diary");
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_EQ(text.out, "");
    EXPECT_NE(text.err.find("standard input: cannot be turned: not an image"), std::string::npos)
        << text.err;
    const Outcome empty = run({"rotate", "90", "-", "-o", "b.png"});
    EXPECT_EQ(empty.exit_code, 1);
    EXPECT_NE(empty.err.find("empty"), std::string::npos) << empty.err;
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.png"});
}

TEST_F(Streams, ThatNobodyReadsAreAFailure) {
    const Outcome gone =
        run_in_shell("{ \"$0\" rotate 90 a.png -o - -q; echo \"exit $?\" >&2; } | :");
    EXPECT_NE(gone.err.find("'a.png': cannot write to standard output: Broken pipe"),
              std::string::npos)
        << gone.err;
    EXPECT_NE(gone.err.find("exit 1"), std::string::npos) << gone.err;
    const Outcome full = run_in_shell("exec \"$0\" rotate 90 a.png -o - > /dev/full");
    EXPECT_EQ(full.exit_code, 1);
    EXPECT_NE(full.err.find("No space left"), std::string::npos) << full.err;
}

TEST_F(Streams, ThatAreClosedAreAFailure) {
    const Outcome out = run_in_shell("exec \"$0\" rotate 90 a.png -o - >&-");
    EXPECT_EQ(out.exit_code, 1);
    EXPECT_NE(out.err.find("cannot write to standard output"), std::string::npos) << out.err;
    const Outcome in = run_in_shell("exec \"$0\" rotate 90 - -o b.png <&-");
    EXPECT_EQ(in.exit_code, 1);
    EXPECT_NE(in.err.find("Bad file descriptor"), std::string::npos) << in.err;
    EXPECT_EQ(run_in_shell("exec \"$0\" rotate 90 a.png -o c.png -q <&- >&- 2>&-").exit_code, 0);
    EXPECT_TRUE(is_turned(read_text(folder / "c.png")));
}

TEST_F(Streams, ThatAreTerminalsAreRefused) {
    const Outcome out = run_in_shell("script -qec \"$0 rotate 90 a.png -o -\" /dev/null");
    EXPECT_EQ(out.exit_code, 2);
    EXPECT_NE(out.out.find("is a terminal"), std::string::npos) << out.out;
    const Outcome in = run_in_shell("script -qec \"$0 rotate 90 - -o b.png\" /dev/null");
    EXPECT_EQ(in.exit_code, 2);
    EXPECT_NE(in.out.find("is a terminal"), std::string::npos) << in.out;
}

TEST_F(Streams, StandAlone) {
    fs::create_directory(folder / "out");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"rotate", "90", "-", "-i"},
          {"rotate", "90", "-", "a.png", "-o", "out"},
          {"rotate", "90", "-", "-o", "out"},
          {"rotate", "90", "-", "-o", "new/"},
          {"rotate", "90", "-", "--files-from", "a.png", "-o", "out"},
          {"rotate", "90", "a.png", "a.png", "-o", "-"},
          {"rotate", "90", "-r", ".", "-o", "-"},
          {"rotate", "90", "a.png", "-o", "-", "--json"},
          {"apply", "a.png", "-o", "-"}}) {
        const Outcome refused = run(words, read_text(folder / "a.png"));
        EXPECT_EQ(refused.exit_code, 2) << refused.err;
        EXPECT_EQ(refused.out, "");
        EXPECT_EQ(refused.err.rfind("turntile: ", 0), 0U) << refused.err;
    }
    EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"a.png", "out"}));
}

TEST_F(Streams, LeaveAFileCalledDashAlone) {
    fs::copy_file(folder / "a.png", folder / "-");
    EXPECT_EQ(run({"rotate", "90", "./-", "-o", "b.png"}).exit_code, 0);
    EXPECT_TRUE(is_turned(read_text(folder / "b.png")));
    EXPECT_EQ(run({"rotate", "90", "--files-from", "-", "-o", "out/"}, "-\n").exit_code, 0);
    EXPECT_TRUE(is_turned(read_text(folder / "out/-")));
    EXPECT_EQ(run({"rotate", "90", "a.png", "-o", "./-", "--overwrite"}).exit_code, 0);
    EXPECT_TRUE(is_turned(read_text(folder / "-")));
}

}  // namespace
}  // namespace turntile::tests
