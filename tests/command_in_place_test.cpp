// Replacing the inputs: nothing is lost, ever.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/file_checks.hpp"
#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

class InPlace : public ::testing::Test {
  protected:
    InPlace() { write_picture(folder / "a.png", picture); }

    Outcome turntile(const std::vector<std::string>& words) const {
        return run_turntile(words, {.folder = folder.path()});
    }
    bool is_turned(const char* name) const {
        return same(read_picture(folder / name), turned_by_oracle(picture, Turn::rotate_90));
    }

    ScratchFolder folder;
    cv::Mat picture = random_picture(40, 30, CV_8UC3, 11);
};

TEST_F(InPlace, ReplacesTheFileAndKeepsItsMode) {
    fs::permissions(folder / "a.png",
                    fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    ASSERT_EQ(turntile({"rotate", "90", "-i", "a.png"}).exit_code, 0);
    EXPECT_TRUE(is_turned("a.png"));
    struct stat status = {};
    stat((folder / "a.png").c_str(), &status);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.png"});
}

TEST_F(InPlace, FollowsASymbolicLinkAndKeepsIt) {
    fs::create_directory(folder / "links");
    fs::create_symlink("../a.png", folder / "links/l.png");
    ASSERT_EQ(turntile({"rotate", "90", "-i", "links/l.png"}).exit_code, 0);
    EXPECT_TRUE(fs::is_symlink(folder / "links/l.png"));
    EXPECT_TRUE(is_turned("a.png"));
    EXPECT_EQ(names_in(folder / "links"), std::vector<std::string>{"l.png"});
}

TEST_F(InPlace, RefusesAHardLinkedFile) {
    fs::create_hard_link(folder / "a.png", folder / "b.png");
    const std::vector<std::byte> before = read_bytes(folder / "a.png");
    const Outcome run = turntile({"rotate", "90", "-i", "a.png"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("hard link"), std::string::npos) << run.err;
    EXPECT_EQ(read_bytes(folder / "a.png"), before);
}

TEST_F(InPlace, FourQuarterTurnsGiveTheOriginalPixels) {
    for (int i = 0; i < 4; ++i)
        ASSERT_EQ(turntile({"rotate", "90", "-i", "a.png"}).exit_code, 0);
    EXPECT_TRUE(same(read_picture(folder / "a.png"), picture));
}

TEST_F(InPlace, WritesNothingWhereNothingIsToDo) {
    struct stat before = {};
    stat((folder / "a.png").c_str(), &before);
    ASSERT_EQ(turntile({"upright", "-i", "a.png"}).exit_code, 0);
    struct stat after = {};
    stat((folder / "a.png").c_str(), &after);
    EXPECT_EQ(before.st_ino, after.st_ino);
    EXPECT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
}

TEST_F(InPlace, RefusesAHardLinkedFileAsItsOwnOutputToo) {
    fs::create_hard_link(folder / "a.png", folder / "b.png");
    const Outcome run = turntile({"rotate", "90", "a.png", "-o", "a.png", "--overwrite"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("hard link"), std::string::npos) << run.err;
    EXPECT_TRUE(same(read_picture(folder / "a.png"), picture));
}

TEST_F(InPlace, RefusesToLoseMetadataUnlessAllowed) {
    // A PNG with a chunk behind its header (33 bytes) that may not be copied into a changed
    // picture.
    std::vector<std::byte> bytes = read_bytes(folder / "a.png");
    const std::string text(
        "\0\0\0\x03prIVA\0B"
        "\x65\xE1\x0E\x92",
        15);
    const auto* const first = reinterpret_cast<const std::byte*>(text.data());
    bytes.insert(bytes.begin() + 33, first, first + text.size());
    write_bytes(folder / "a.png", bytes);
    const Outcome refused = turntile({"rotate", "90", "-i", "a.png"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find("--allow metadata"), std::string::npos) << refused.err;
    EXPECT_EQ(read_bytes(folder / "a.png"), bytes);
    const Outcome itself = turntile({"rotate", "90", "a.png", "-o", "a.png", "--overwrite"});
    EXPECT_EQ(itself.exit_code, 1);
    EXPECT_EQ(read_bytes(folder / "a.png"), bytes);
    const Outcome noted = turntile({"rotate", "90", "a.png", "-o", "b.png"});
    EXPECT_EQ(noted.exit_code, 0) << noted.err;
    EXPECT_NE(noted.err.find("not kept: the prIV chunk"), std::string::npos) << noted.err;
    ASSERT_EQ(turntile({"rotate", "90", "-i", "a.png", "--allow", "metadata"}).exit_code, 0);
    EXPECT_TRUE(is_turned("a.png"));
}

TEST_F(InPlace, KeepsBackupsAndNeverOverwritesThem) {
    const std::vector<std::byte> before = read_bytes(folder / "a.png");
    ASSERT_EQ(turntile({"rotate", "90", "-i", "--backup", "a.png"}).exit_code, 0);
    EXPECT_TRUE(is_turned("a.png"));
    EXPECT_EQ(read_bytes(folder / "a.png_original"), before);
    const std::vector<std::byte> turned = read_bytes(folder / "a.png");
    const Outcome again = turntile({"rotate", "90", "-i", "--backup", "a.png"});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_NE(again.err.find("'a.png': cannot keep a backup as 'a.png_original': File exists"),
              std::string::npos)
        << again.err;
    EXPECT_EQ(read_bytes(folder / "a.png"), turned);
    EXPECT_EQ(read_bytes(folder / "a.png_original"), before);
    ASSERT_EQ(turntile({"rotate", "90", "-i", "--backup=.2", "a.png"}).exit_code, 0);
    EXPECT_EQ(read_bytes(folder / "a.png.2"), turned);
    EXPECT_EQ(names_in(folder.path()),
              (std::vector<std::string>{"a.png", "a.png.2", "a.png_original"}));
}

TEST_F(InPlace, KeepsABackupOfAnOverwrittenOutput) {
    write_text(folder / "b.png", "older");
    ASSERT_EQ(
        turntile({"rotate", "90", "a.png", "-o", "b.png", "--overwrite", "--backup"}).exit_code, 0);
    EXPECT_TRUE(is_turned("b.png"));
    EXPECT_EQ(read_text(folder / "b.png_original"), "older");
    EXPECT_EQ(turntile({"rotate", "90", "a.png", "-o", "c.png", "--backup"}).exit_code, 2);
    EXPECT_EQ(turntile({"rotate", "90", "-i", "--backup=x/y", "a.png"}).exit_code, 2);
}

TEST_F(InPlace, CountsABackupOfTheFileItselfAsNoOtherName) {
    fs::create_hard_link(folder / "a.png", folder / "a.png_original");  // killed before the rename
    ASSERT_EQ(turntile({"rotate", "90", "-i", "--backup", "a.png"}).exit_code, 0);
    EXPECT_TRUE(is_turned("a.png"));
    EXPECT_TRUE(same(read_picture(folder / "a.png_original"), picture));
}

TEST_F(InPlace, BreaksLinksIfAsked) {
    fs::create_hard_link(folder / "a.png", folder / "b.png");
    ASSERT_EQ(turntile({"rotate", "90", "-i", "--break-links", "a.png"}).exit_code, 0);
    EXPECT_TRUE(is_turned("a.png"));
    EXPECT_TRUE(same(read_picture(folder / "b.png"), picture));
}

TEST_F(InPlace, KeepsTheTimeIfAsked) {
    set_time(folder / "a.png", 1'000'000'000'123'456'789);
    ASSERT_EQ(turntile({"rotate", "90", "--preserve-time", "-o", "out/", "a.png"}).exit_code, 0);
    ASSERT_EQ(turntile({"rotate", "90", "-i", "--preserve-time", "a.png"}).exit_code, 0);
    for (const char* name : {"a.png", "out/a.png"}) {
        EXPECT_EQ(status_of(folder / name).st_mtim.tv_sec, 1'000'000'000);
        EXPECT_EQ(status_of(folder / name).st_mtim.tv_nsec, 123'456'789);
    }
    ASSERT_EQ(turntile({"rotate", "90", "-i", "a.png"}).exit_code, 0);
    EXPECT_NE(status_of(folder / "a.png").st_mtim.tv_sec, 1'000'000'000);
}

TEST_F(InPlace, ForcesNewFilesToTheDiskIfAsked) {
    ASSERT_EQ(turntile({"rotate", "90", "--fsync", "-o", "new/er/", "a.png"}).exit_code, 0);
    EXPECT_TRUE(is_turned("new/er/a.png"));
}

TEST_F(InPlace, GoesThroughFolders) {
    fs::create_directories(folder / "deep/er");
    fs::copy_file(folder / "a.png", folder / "deep/er/b.png");
    ASSERT_EQ(turntile({"rotate", "90", "-i", "-r", "."}).exit_code, 0);
    EXPECT_TRUE(is_turned("a.png"));
    EXPECT_TRUE(is_turned("deep/er/b.png"));
}

}  // namespace
}  // namespace turntile::tests
