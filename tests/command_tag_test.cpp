// The orientation tag alone, and metadata left out: no pixel moves.
#include <gtest/gtest.h>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"
#include "turntile/codec.hpp"
#include "turntile/metadata.hpp"

namespace turntile::tests {
namespace {

class Tag : public testing::TestWithParam<const char*> {
  protected:
    Tag() { write_picture(picture, random_picture(40, 24, CV_8UC3, 3)); }

    Outcome turntile(std::vector<std::string> words) const {
        return run_turntile(words, {.folder = folder.path()});
    }
    Turn tag() const { return exif_orientation(read_bytes(picture)); }

    ScratchFolder folder;
    fs::path picture = folder / (std::string("in") + GetParam());
};

INSTANTIATE_TEST_SUITE_P(Formats, Tag, testing::Values(".jpg", ".png", ".webp", ".tif"),
                         [](const auto& extension) { return std::string(extension.param + 1); });

TEST_P(Tag, IsSetAndThePixelsStay) {
    const cv::Mat stored = read_picture(picture);
    for (const Turn wanted : all_turns) {
        const std::string value = std::to_string(static_cast<int>(wanted));
        const Outcome run = turntile({"tag", value, "-i", picture});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(tag(), wanted);
    }
    ASSERT_EQ(turntile({"tag", "1", "-i", picture}).exit_code, 0);
    EXPECT_TRUE(same(read_picture(picture), stored));
}

TEST_P(Tag, TakesATurnInsteadOfThePixels) {
    const cv::Mat stored = read_picture(picture);
    Turn expected = Turn::none;
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(turntile({"rotate", "90", "--tag-only", "-i", picture}).exit_code, 0);
        ASSERT_EQ(turntile({"flip", "horizontal", "--tag-only", "-i", picture}).exit_code, 0);
        expected = compose(compose(expected, Turn::rotate_90), Turn::flip_horizontal);
        EXPECT_EQ(tag(), expected);
    }
    ASSERT_EQ(turntile({"upright", picture, "-o", "upright.png"}).exit_code, 0);
    EXPECT_TRUE(same(read_picture(folder / "upright.png"), turned_by_oracle(stored, expected)));
}

TEST_P(Tag, ThatIsThereAlreadyTouchesNothing) {
    ASSERT_EQ(turntile({"tag", "6", "-i", picture}).exit_code, 0);
    const std::vector<std::byte> once = read_bytes(picture);
    const Outcome run = turntile({"tag", "6", "-i", "--json", picture});
    EXPECT_NE(run.out.find("\"untouched\""), std::string::npos) << run.out;
    EXPECT_EQ(read_bytes(picture), once);
}

TEST_P(Tag, GoesWithTheMetadataThatIsStripped) {
    const cv::Mat stored = read_picture(picture);
    ASSERT_EQ(turntile({"tag", "6", "-i", picture}).exit_code, 0);
    ASSERT_EQ(turntile({"upright", "--strip", picture, "-o", "turned.png"}).exit_code, 0);
    EXPECT_TRUE(
        same(read_picture(folder / "turned.png"), turned_by_oracle(stored, Turn::rotate_90)));
    EXPECT_FALSE(inspect(read_bytes(folder / "turned.png")).has_orientation_tag);
    const std::string out = std::string("bare") + GetParam();
    ASSERT_EQ(turntile({"rotate", "270", "--strip", picture, "-o", out}).exit_code, 0);
    EXPECT_FALSE(inspect(read_bytes(folder / out)).has_orientation_tag);
    EXPECT_TRUE(same(read_picture(folder / out), stored)) << "no pixel had to move";
}

TEST(TagCommand, RefusesWhatMakesNoSense) {
    const ScratchFolder folder;
    write_picture(folder / "in.bmp", random_picture(4, 3, CV_8UC3, 1));
    const auto turntile = [&](const std::vector<std::string>& words) {
        return run_turntile(words, {.folder = folder.path()});
    };
    EXPECT_EQ(turntile({"tag", "9", "-i", "in.bmp"}).exit_code, 2);
    EXPECT_EQ(turntile({"tag", "6", "--strip", "-i", "in.bmp"}).exit_code, 2);
    EXPECT_EQ(turntile({"upright", "--tag-only", "-i", "in.bmp"}).exit_code, 2);
    EXPECT_EQ(turntile({"tag", "6", "--ignore-orientation", "-i", "in.bmp"}).exit_code, 2);
    EXPECT_EQ(turntile({"tag", "6", "--format", "png", "-o", "out/", "in.bmp"}).exit_code, 2);
    EXPECT_EQ(turntile({"flip", "vertical", "--tag-only", "--lossless", "require", "-i", "in.bmp"})
                  .exit_code,
              2);
}

TEST(TagCommand, RefusesFilesThatHaveNoPlaceForATagAndSaysSoInADryRun) {
    const ScratchFolder folder;
    for (const char* name : {"in.bmp", "in.ppm"}) {
        write_picture(folder / name, random_picture(4, 3, CV_8UC3, 1));
        for (std::vector<std::string> words :
             {std::vector<std::string>{"tag", "6"}, {"rotate", "90", "--tag-only"}}) {
            words.insert(words.end(), {name, "-o", "out/"});
            const std::string reason = std::string("'") + name + "': cannot be turned: " +
                                       (name == std::string("in.bmp") ? "BMP" : "PNM") +
                                       " has no place for an orientation tag\n";
            EXPECT_EQ(run_turntile(words, {.folder = folder.path()}).err, "turntile: " + reason);
            words.emplace_back("-n");
            const Outcome dry = run_turntile(words, {.folder = folder.path()});
            EXPECT_EQ(dry.exit_code, 1);
            EXPECT_EQ(lines_of(dry.out).front(),
                      std::string("'") + name + "': refused: " +
                          reason.substr(reason.find("cannot"),
                                        reason.rfind('\n') - reason.find("cannot")));
        }
        EXPECT_EQ(run_turntile({"tag", "1", "-i", name}, {.folder = folder.path()}).exit_code, 0);
    }
}

TEST(TagCommand, WritesNoFileOfAnotherKindThanItsNameSays) {
    const ScratchFolder folder;
    write_picture(folder / "in.jpg", random_picture(4, 3, CV_8UC3, 1));
    const Outcome run =
        run_turntile({"tag", "6", "in.jpg", "-o", "out.png"}, {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("'in.jpg': cannot be turned: would have to be encoded, where only its "
                           "tag is to be set"),
              std::string::npos)
        << run.err;
    EXPECT_FALSE(fs::exists(folder / "out.png"));
}

TEST(TagCommand, SaysInADryRunWhichTagItWouldSet) {
    const ScratchFolder folder;
    write_picture(folder / "in.jpg", random_picture(4, 3, CV_8UC3, 1));
    const auto first_line = [&](const char* value) {
        const Outcome run =
            run_turntile({"tag", value, "-n", "-i", "in.jpg"}, {.folder = folder.path()});
        return lines_of(run.out).front();
    };
    EXPECT_EQ(first_line("6"), "'in.jpg': copied, its orientation tag set to 6, 4x3 JPEG");
    run_turntile({"tag", "6", "-i", "in.jpg"}, {.folder = folder.path()});
    EXPECT_EQ(first_line("6"), "'in.jpg': untouched, 4x3 JPEG");
    EXPECT_EQ(first_line("1"), "'in.jpg': copied, its orientation tag set to 1, 4x3 JPEG");
}

}  // namespace
}  // namespace turntile::tests
