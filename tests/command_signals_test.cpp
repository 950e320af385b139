// Being asked to stop in the middle of a batch.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "tests/file_checks.hpp"
#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

/// Returns when the program has replaced the file that is `before` now.
void wait_until_replaced(const fs::path& path, const struct stat& before) {
    const auto last = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (status_of(path).st_ino == before.st_ino && std::chrono::steady_clock::now() < last)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

class Interrupted : public ::testing::TestWithParam<int> {};

TEST_P(Interrupted, LeavesEveryFileWholeAndNoTemporary) {
    const ScratchFolder folder;
    const cv::Mat picture = random_picture(1200, 900, CV_8UC3, 1);
    const cv::Mat turned = turned_by_oracle(picture, Turn::rotate_90);
    write_picture(folder / "p00.png", picture);
    std::vector<std::string> words = {"rotate", "90", "-i", "-j", "2"};
    for (int i = 0; i < 60; ++i) {
        const std::string name = "p" + std::to_string(i / 10) + std::to_string(i % 10) + ".png";
        if (i > 0) fs::copy_file(folder / "p00.png", folder / name);
        words.push_back(name);
    }
    const std::vector<std::string> names = names_in(folder.path());
    const struct stat first = status_of(folder / "p00.png");
    Started program(turntile_path(), words, {.folder = folder.path()});
    wait_until_replaced(folder / "p00.png", first);
    ASSERT_EQ(kill(program.pid(), GetParam()), 0);
    const Outcome run = program.wait();

    EXPECT_EQ(run.exit_code, 128 + GetParam()) << run.err;
    EXPECT_NE(run.out.find("left"), std::string::npos) << run.out;
    EXPECT_EQ(names_in(folder.path()), names);
    std::size_t untouched = 0;
    for (const std::string& name : names) {
        const cv::Mat now = read_picture(folder / name);
        const bool is_original = same(now, picture);
        untouched += is_original ? 1 : 0;
        EXPECT_TRUE(is_original || same(now, turned)) << name;
    }
    EXPECT_GT(untouched, 0U) << "the batch was over before the signal came";
}

TEST(SecondSignal, EndsTheProgramAtOnce) {
    const ScratchFolder folder;
    const cv::Mat picture = random_picture(1200, 900, CV_8UC3, 1);
    const cv::Mat turned = turned_by_oracle(picture, Turn::rotate_90);
    std::vector<std::string> words = {"rotate", "90", "-i", "-j", "1"};
    for (int i = 0; i < 30; ++i) {
        words.push_back("p" + std::to_string(i) + ".png");
        if (i == 0)
            write_picture(folder / words.back(), picture);
        else
            fs::copy_file(folder / "p0.png", folder / words.back());
    }
    const struct stat first = status_of(folder / "p0.png");
    Started program(turntile_path(), words, {.folder = folder.path()});
    wait_until_replaced(folder / "p0.png", first);
    ASSERT_EQ(kill(program.pid(), SIGINT), 0);
    ASSERT_EQ(kill(program.pid(), SIGTERM), 0);
    const Outcome run = program.wait();
    // Which of the two is handled first, is the system's choice.
    EXPECT_TRUE(run.exit_code == 128 + SIGINT || run.exit_code == 128 + SIGTERM) << run.exit_code;
    EXPECT_EQ(run.out, "") << "it took its time for a summary";
    for (std::size_t i = 5; i < words.size(); ++i) {
        const cv::Mat now = read_picture(folder / words[i]);
        EXPECT_TRUE(same(now, picture) || same(now, turned)) << words[i];
    }
}

INSTANTIATE_TEST_SUITE_P(BySignal, Interrupted, ::testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& param_info) {
                             return std::string(::sigabbrev_np(param_info.param));
                         });

}  // namespace
}  // namespace turntile::tests
