// The built program on files of every lossless format and kind of pixel, compared with the oracle.
#include <gtest/gtest.h>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

constexpr int width = 67;
constexpr int height = 43;

constexpr Kind kinds[] = {
    {"8UC1", CV_8UC1, ".png"},   {"8UC3", CV_8UC3, ".png"},   {"8UC4", CV_8UC4, ".png"},
    {"16UC1", CV_16UC1, ".png"}, {"16UC3", CV_16UC3, ".png"}, {"16UC4", CV_16UC4, ".png"},
    {"8UC1", CV_8UC1, ".tif"},   {"8UC3", CV_8UC3, ".tif"},   {"8UC4", CV_8UC4, ".tif"},
    {"16UC1", CV_16UC1, ".tif"}, {"16UC3", CV_16UC3, ".tif"}, {"32FC1", CV_32FC1, ".tif"},
    {"32FC3", CV_32FC3, ".tif"}, {"8UC1", CV_8UC1, ".bmp"},   {"8UC3", CV_8UC3, ".bmp"},
    {"8UC3", CV_8UC3, ".webp"},  {"8UC4", CV_8UC4, ".webp"},  {"8UC1", CV_8UC1, ".pgm"},
    {"16UC1", CV_16UC1, ".pgm"}, {"8UC3", CV_8UC3, ".ppm"},   {"16UC3", CV_16UC3, ".ppm"},
};

/// The words that ask for a turn.
std::vector<std::string> words_for(Turn turn) {
    switch (turn) {
        case Turn::flip_horizontal: return {"flip", "horizontal"};
        case Turn::rotate_180: return {"rotate", "180"};
        case Turn::flip_vertical: return {"flip", "vertical"};
        case Turn::transpose: return {"transpose"};
        case Turn::rotate_90: return {"rotate", "90"};
        case Turn::transverse: return {"transverse"};
        case Turn::rotate_270: return {"rotate", "-90"};
        case Turn::none: return {"upright"};
    }
    return {};
}

std::vector<std::string> words_for(Turn turn, const fs::path& input, const fs::path& output,
                                   const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = words_for(turn);
    words.insert(words.end(), {input, "-o", output, "--json"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

class LosslessFiles : public ::testing::TestWithParam<Kind> {};

TEST_P(LosslessFiles, ComeOutTurnedToTheBit) {
    const Kind kind = GetParam();
    const ScratchFolder folder;
    const fs::path input = folder / (std::string("in") + kind.extension);
    const cv::Mat picture = random_picture(width, height, kind.type, 7);
    write_picture(input, picture);
    ASSERT_TRUE(same(picture, read_picture(input)))
        << "the test's own file is not what it should be";
    for (const Turn turn : all_turns) {
        const fs::path output = folder / (name(turn) + std::string(kind.extension));
        const Outcome run = run_turntile(words_for(turn, input, output));
        ASSERT_EQ(run.exit_code, 0) << name(turn) << ": " << run.err;
        EXPECT_TRUE(same(turned_by_oracle(picture, turn), read_picture(output))) << name(turn);
    }
}

TEST_P(LosslessFiles, AreTheSameBytesWhateverTheMethodAndTheJobs) {
    const Kind kind = GetParam();
    const ScratchFolder folder;
    const fs::path input = folder / (std::string("in") + kind.extension);
    write_picture(input, random_picture(width, height, kind.type, 8));
    const auto turned_with = [&](const std::vector<std::string>& options) {
        const fs::path output = folder / (std::string("out") + kind.extension);
        std::vector<std::string> more = {"--overwrite"};
        more.insert(more.end(), options.begin(), options.end());
        const Outcome run = run_turntile(words_for(Turn::rotate_90, input, output, more));
        EXPECT_EQ(run.exit_code, 0) << run.err;
        return read_bytes(output);
    };
    const std::vector<std::byte> expected = turned_with({});
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(expected, turned_with({"--naive"}));
    EXPECT_EQ(expected, turned_with({"--tiled", "-j", "1"}));
    EXPECT_EQ(expected, turned_with({"-j2", "--backend", "cpu"}));
}

INSTANTIATE_TEST_SUITE_P(EveryFormat, LosslessFiles, ::testing::ValuesIn(kinds),
                         [](const auto& param_info) {
                             return std::string(param_info.param.name) + "_" +
                                    (param_info.param.extension + 1);
                         });

TEST(JpegFile, ComesOutTurnedAndClose) {
    const ScratchFolder folder;
    const cv::Mat picture = smooth_picture(320, 208);
    write_picture(folder / "in.jpg", picture);
    for (const Turn turn : all_turns) {
        const fs::path output = folder / (std::string(name(turn)) + ".jpg");
        const Outcome run = run_turntile(words_for(turn, folder / "in.jpg", output));
        ASSERT_EQ(run.exit_code, 0) << run.err;
        EXPECT_GT(psnr(turned_by_oracle(picture, turn), read_picture(output)), 38) << name(turn);
    }
}

TEST(ManyFiles, GoIntoAFolderThatIsMade) {
    const ScratchFolder folder;
    const cv::Mat a = random_picture(30, 20, CV_8UC3, 1);
    const cv::Mat b = random_picture(21, 31, CV_8UC1, 2);
    write_picture(folder / "a.png", a);
    write_picture(folder / "b.tif", b);
    const Outcome run = run_turntile({"rotate", "270", "a.png", "b.tif", "-o", "new/turned"},
                                     {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(names_in(folder / "new/turned"), (std::vector<std::string>{"a.png", "b.tif"}));
    EXPECT_TRUE(
        same(turned_by_oracle(a, Turn::rotate_270), read_picture(folder / "new/turned/a.png")));
    EXPECT_TRUE(
        same(turned_by_oracle(b, Turn::rotate_270), read_picture(folder / "new/turned/b.tif")));
}

TEST(Folder, IsMirroredWithItsTree) {
    const ScratchFolder folder;
    fs::create_directories(folder / "in/deep/er");
    fs::create_directories(folder / "in/.hidden");
    const cv::Mat picture = random_picture(9, 5, CV_8UC3, 3);
    for (const char* name :
         {"in/a.png", "in/deep/a.png", "in/deep/er/c.png", "in/.hidden/d.png", "in/.e.png"})
        write_picture(folder / name, picture);
    write_text(folder / "in/readme.txt", "no image");
    fs::create_directory_symlink(folder / "in", folder / "in/deep/loop");
    const Outcome run =
        run_turntile({"transpose", "-r", "in", "-o", "out"}, {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder / "out"))
        if (entry.is_regular_file()) found.push_back(fs::relative(entry.path(), folder / "out"));
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector<std::string>{"a.png", "deep/a.png", "deep/er/c.png"}));
    EXPECT_TRUE(same(turned_by_oracle(picture, Turn::transpose),
                     read_picture(folder / "out/deep/er/c.png")));
    EXPECT_NE(run.err.find("1 '.txt'"), std::string::npos) << run.err;
}

TEST(OutputFolder, InsideTheInputIsNotReadAgain) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(9, 5, CV_8UC3, 3));
    for (int round = 0; round < 2; ++round) {
        const Outcome run = run_turntile({"rotate", "90", "-r", ".", "-o", "out", "--overwrite"},
                                         {.folder = folder.path()});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(names_in(folder / "out"), std::vector<std::string>{"a.png"});
    }
}

TEST(FileNames, AreOnlyNames) {
    const ScratchFolder folder;
    const cv::Mat picture = random_picture(8, 6, CV_8UC3, 4);
    const std::vector<std::string> names = {"with space.png", "quote'\".png", "DSC%oZ.png",
                                            "x[0].png",       "[a,b].png",    "new\nline.png",
                                            "-dash.png",      "\xE4\xF6.png", "flip.png"};
    write_picture(folder / "plain.png", picture);
    std::vector<std::string> words = {"rotate", "90", "-o", "out/", "--"};
    for (const std::string& name : names) {
        fs::copy_file(folder / "plain.png", folder / name);
        words.push_back(name);
    }
    const Outcome run = run_turntile(words, {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    std::vector<std::string> expected = names;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(names_in(folder / "out"), expected);
}

TEST(FileNames, StandOnBothSidesOfTheDashes) {
    const ScratchFolder folder;
    const cv::Mat picture = random_picture(8, 6, CV_8UC3, 4);
    for (const char* name : {"a.png", "-b.png", "90"}) {
        write_picture(folder / "x.png", picture);
        fs::rename(folder / "x.png", folder / name);
    }
    const Outcome run = run_turntile({"rotate", "-90", "a.png", "90", "-o", "out/", "--", "-b.png"},
                                     {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(names_in(folder / "out"), (std::vector<std::string>{"-b.png", "90", "a.png"}));
}

TEST(NamedOutput, ConvertsWhenItsExtensionSaysSo) {
    const ScratchFolder folder;
    const cv::Mat picture = random_picture(20, 10, CV_8UC3, 5);
    write_picture(folder / "a.png", picture);
    const Outcome run =
        run_turntile({"rotate", "180", "a.png", "-o", "b.tif"}, {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::vector<std::byte> bytes = read_bytes(folder / "b.tif");
    EXPECT_EQ(bytes.at(0), std::byte{'I'});
    EXPECT_TRUE(same(turned_by_oracle(picture, Turn::rotate_180), read_picture(folder / "b.tif")));
}

TEST(WrongExtension, KeepsTheFormatAndIsNoted) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(20, 10, CV_8UC3, 5));
    fs::rename(folder / "a.png", folder / "a.jpg");
    const Outcome run =
        run_turntile({"rotate", "90", "a.jpg", "-o", "out/"}, {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(read_bytes(folder / "out/a.jpg").at(1), std::byte{'P'});
    EXPECT_NE(run.err.find("is PNG in spite of its name"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace turntile::tests
