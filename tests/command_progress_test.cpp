// The line that says how far a run is, on a terminal made for the test.
#include <gtest/gtest.h>

#include <chrono>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

constexpr const char* to_clear_line = "\r\x1b[K";

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

/// What a terminal shows in the end: its lines, given that only whole lines are ever cleared.
std::vector<std::string> screen_of(std::string text) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        if (text.starts_with(to_clear_line)) {
            lines.back().clear();
            text.erase(0, 4);
            continue;
        }
        if (text.front() == '\n')
            lines.emplace_back();
        else if (text.front() != '\r')
            lines.back() += text.front();
        text.erase(0, 1);
    }
    return lines;
}

/// Some pictures, one of them bad, turned on a terminal of 60 columns.
class OnATerminal : public ::testing::Test {
  protected:
    OnATerminal() {
        write_picture(folder / "p0.ppm", random_picture(2000, 1500, CV_8UC3, 1));
        for (int i = 1; i < 24; ++i)
            fs::copy_file(folder / "p0.ppm", folder / ("p" + std::to_string(i) + ".ppm"));
        write_text(folder / "bad.jpg", "no picture");
    }

    /// What arrives on the terminal. script(1) makes one.
    std::string run(const std::string& options, const std::string& kind = "xterm",
                    const std::string& files = "p*.ppm") {
        const std::string command = "stty cols 60; '" + turntile_path() +
                                    "' rotate 90 -i bad.jpg " + files + " -j 1 --backend cpu " +
                                    options;
        return Started("/usr/bin/script", {"-qefc", command, "/dev/null"},
                       {.folder = folder.path(), .environment = {"TERM=" + kind}})
            .wait()
            .out;
    }

    void SetUp() override {
        if (!fs::exists("/usr/bin/script")) GTEST_SKIP() << "no script(1) here";
    }

    ScratchFolder folder;
};

TEST_F(OnATerminal, ProgressIsShownAndLeavesNoTrace) {
    const std::string all = run("");
    EXPECT_GT(count_of(all, "/25"), 1U) << all;
    for (std::size_t at = all.find(to_clear_line); at != std::string::npos;
         at = all.find(to_clear_line, at + 4)) {
        const std::size_t end = all.find_first_of("\r\n", at + 4);
        const std::string drawn = all.substr(at + 4, end - at - 4);
        if (drawn.find("/25") != std::string::npos) {
            EXPECT_LT(drawn.size(), 60U) << drawn;
        }
    }
    const std::vector<std::string> screen = screen_of(all);
    for (const std::string& line : screen)
        EXPECT_EQ(line.find("/25"), std::string::npos) << line;
    EXPECT_EQ(screen.front(), "turntile: 'bad.jpg': cannot be turned: not an image (text)");
    EXPECT_EQ(screen[1].rfind("24 images", 0), 0U) << screen[1];
}

TEST_F(OnATerminal, ProgressIsNotShownWhereItWouldDisturb) {
    EXPECT_EQ(count_of(run("--no-progress", "xterm", "p?.ppm"), "\x1b"), 0U);
    EXPECT_EQ(count_of(run("-q", "xterm", "p?.ppm"), "\x1b"), 0U);
    EXPECT_EQ(count_of(run("--json", "xterm", "p?.ppm"), "\x1b"), 0U);
    EXPECT_EQ(count_of(run("", "dumb", "p?.ppm"), "\x1b"), 0U);
}

TEST_F(OnATerminal, ProgressIsAtMostTenLinesASecond) {
    const auto start = std::chrono::steady_clock::now();
    const std::string all = run("");
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_LE(static_cast<double>(count_of(all, to_clear_line)), 10 * seconds + 3);
}

TEST_F(OnATerminal, ProgressCanBeAskedForWithoutOne) {
    // PNG, because it takes its time: a run may be over before the first line is due.
    const Outcome run =
        run_turntile({"rotate", "90", "-o", "out", "--format", "png", "p0.ppm", "p1.ppm", "p2.ppm",
                      "p3.ppm", "p4.ppm", "p5.ppm", "-j", "1", "--progress"},
                     {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.out.find('\x1b'), std::string::npos);
    EXPECT_NE(run.err.find("/6"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace turntile::tests
