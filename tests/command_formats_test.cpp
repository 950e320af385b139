// The built program: files of other formats than the source's, what they cannot hold, and results
// that are read back.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

class Formats : public ::testing::Test {
  protected:
    Outcome turntile(std::vector<std::string> words) {
        return run_turntile(words, {.folder = folder.path()});
    }

    ScratchFolder folder;
    cv::Mat picture = random_picture(31, 20, CV_8UC3, 1);
};

TEST_F(Formats, ConvertAndNameTheFilesOfATree) {
    fs::create_directories(folder / "in/deep");
    write_picture(folder / "in/a.tif", picture);
    write_picture(folder / "in/deep/b.PNG", picture);
    const Outcome run = turntile({"rotate", "90", "-r", "in", "-o", "out", "--format", "png"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(names_in(folder / "out"), (std::vector<std::string>{"a.png", "deep"}));
    EXPECT_EQ(names_in(folder / "out/deep"), std::vector<std::string>{"b.PNG"});
    EXPECT_TRUE(
        same(read_picture(folder / "out/a.png"), turned_by_oracle(picture, Turn::rotate_90)));
}

TEST_F(Formats, RefuseTwoResultsOfOneName) {
    write_picture(folder / "a.tif", picture);
    write_picture(folder / "a.bmp", picture);
    const Outcome run =
        turntile({"rotate", "90", "a.tif", "a.bmp", "-o", "out/", "--format", "png"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("would both be written to 'out/a.png'"), std::string::npos) << run.err;
    EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(Formats, AreOfKnownNamesAndAgreeWithTheOutput) {
    write_picture(folder / "a.tif", picture);
    EXPECT_EQ(turntile({"rotate", "90", "a.tif", "-o", "out/", "--format", "gif"}).exit_code, 2);
    EXPECT_EQ(turntile({"rotate", "90", "a.tif", "-i", "--format", "png"}).exit_code, 2);
    EXPECT_EQ(turntile({"rotate", "90", "a.tif", "-o", "b.png", "--format", "bmp"}).exit_code, 2);
    EXPECT_EQ(turntile({"rotate", "90", "a.tif", "-o", "b.png", "--format", "png"}).exit_code, 0);
    EXPECT_EQ(turntile({"rotate", "90", "a.tif", "-o", "b", "--format", "png"}).exit_code, 0);
    EXPECT_TRUE(same(read_picture(folder / "b"), read_picture(folder / "b.png")));
}

TEST_F(Formats, LoseAlphaAndDepthOnlyIfThatIsAllowed) {
    write_picture(folder / "a.png", random_picture(31, 20, CV_16UC4, 1));
    const std::vector<std::string> words = {"rotate", "90", "a.png", "-o", "a.jpg"};
    const auto allowing = [&](const char* losses) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"--allow", losses});
        return turntile(all);
    };
    EXPECT_NE(turntile(words).err.find("--allow alpha permits it"), std::string::npos);
    EXPECT_NE(allowing("alpha").err.find("--allow depth permits it"), std::string::npos);
    EXPECT_FALSE(fs::exists(folder / "a.jpg"));
    const Outcome run = allowing("alpha,depth");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.err.find("the alpha channel, which JPEG cannot hold"), std::string::npos);
    EXPECT_EQ(read_picture(folder / "a.jpg").type(), CV_8UC3);
}

TEST_F(Formats, ThatHoldNothingLikeThePixelsAreNamed) {
    write_picture(folder / "a.tif", random_picture(31, 20, CV_32FC3, 1));
    const Outcome run =
        turntile({"rotate", "90", "a.tif", "-o", "a.png", "--allow", "depth,alpha"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("PNG cannot hold 32FC3 pixels"), std::string::npos) << run.err;
}

TEST_F(Formats, LargerThanTheLimitAreRefused) {
    write_picture(folder / "a.png", picture);
    EXPECT_EQ(turntile({"rotate", "90", "a.png", "-o", "b.png", "--max-pixels", "620"}).exit_code,
              0);
    const Outcome run = turntile({"rotate", "90", "a.png", "-o", "c.png", "--max-pixels", "619"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("31x20 pixels are more than the limit of 619"), std::string::npos);
    EXPECT_EQ(turntile({"rotate", "90", "a.png", "-o", "c.png", "--max-pixels", "0"}).exit_code, 2);
}

TEST_F(Formats, AreReadBackIfThatIsAskedFor) {
    write_picture(folder / "a.png", random_picture(31, 20, CV_16UC4, 1));
    write_picture(folder / "b.tif", random_picture(31, 20, CV_32FC3, 1));
    write_picture(folder / "c.webp", picture);
    write_picture(folder / "d.bmp", picture);
    write_picture(folder / "e.ppm", picture);
    write_picture(folder / "f.jpg", smooth_picture(64, 48));
    const Outcome run = turntile({"transpose", "a.png", "b.tif", "c.webp", "d.bmp", "e.ppm",
                                  "f.jpg", "-o", "out/", "--verify", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string summary = run.out.substr(run.out.rfind('\n', run.out.size() - 2) + 1);
    EXPECT_GT(nlohmann::json::parse(summary)["busy_ms"]["verify"].get<double>(), 0);
}

}  // namespace
}  // namespace turntile::tests
