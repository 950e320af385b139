// What --dry-run shows, and that it does nothing else.
#include <gtest/gtest.h>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

class DryRun : public ::testing::Test {
  protected:
    DryRun() {
        write_picture(folder / "a.png", random_picture(7, 5, CV_8UC3, 1));
        write_picture(folder / "b.jpg", smooth_picture(37, 23));
        write_bytes(folder / "six.jpg", with_exif_orientation(read_bytes(folder / "b.jpg"), 6));
        write_text(folder / "bad.png", "Dear diary");
    }

    Outcome run(std::vector<std::string> words) {
        const std::vector<std::string> before = names_in(folder.path());
        words.emplace_back("-n");
        const Outcome outcome = run_turntile(words, {.folder = folder.path()});
        EXPECT_EQ(names_in(folder.path()), before);
        return outcome;
    }

    ScratchFolder folder;
};

TEST_F(DryRun, ShowsALineForEachFileInOrder) {
    const Outcome outcome =
        run({"rotate", "90", "six.jpg", "bad.png", "a.png", "missing.png", "-o", "new/out"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.out.substr(0, outcome.out.find("2 images")),
              "'six.jpg' -> 'new/out/six.jpg': turned by rotate_180 (tag 6, then rotate_90), "
              "37x23 JPEG -> 37x23\n"
              "'bad.png': refused: cannot be turned: not an image (text)\n"
              "'a.png' -> 'new/out/a.png': turned by rotate_90, 7x5 PNG -> 5x7\n"
              "'missing.png': refused: cannot be found: No such file or directory\n");
    EXPECT_NE(outcome.out.find("nothing was written"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.err, "");
}

TEST_F(DryRun, ShowsWhatIsCopiedConvertedReplacedOrLeft) {
    EXPECT_EQ(run({"upright", "a.png", "-o", "new.png", "-q"}).out,
              "'a.png' -> 'new.png': copied, 7x5 PNG\n");
    EXPECT_EQ(run({"upright", "a.png", "-i", "-q"}).out, "'a.png': untouched, 7x5 PNG\n");
    EXPECT_EQ(run({"rotate", "-90", "six.jpg", "-o", "b.jpg", "--overwrite", "-q"}).out,
              "'six.jpg' -> 'b.jpg': copied, its orientation tag set to 1, 37x23 JPEG, replaces "
              "what is there\n");
    EXPECT_EQ(run({"transpose", "a.png", "-o", "new.tif", "-q"}).out,
              "'a.png' -> 'new.tif': turned by transpose, 7x5 PNG -> 5x7 TIFF\n");
    EXPECT_EQ(run({"rotate", "90", "a.png", "-o", "b.jpg", "--skip-existing", "-q"}).out,
              "'a.png': skipped: its output exists\n");
    EXPECT_EQ(run({"rotate", "90", "a.png", "-o", "-", "-q"}).out,
              "'a.png' -> standard output: turned by rotate_90, 7x5 PNG -> 5x7\n");
}

TEST_F(DryRun, NamesABackupThatStandsInTheWay) {
    write_text(folder / "six.jpg_original", "older");
    fs::create_symlink("six.jpg", folder / "link.jpg");
    const std::string reason = "refused: cannot keep a backup as ";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"rotate", "90", "-i"}, {"tag", "3", "-i"}}) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"six.jpg", "--backup", "-q"});
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_EQ(outcome.out, "'six.jpg': " + reason + "'six.jpg_original': File exists\n");
    }
    EXPECT_EQ(
        run({"flip", "vertical", "a.png", "-o", "six.jpg", "--overwrite", "--backup", "-q"}).out,
        "'a.png': " + reason + "'six.jpg_original': File exists\n");
    EXPECT_NE(run({"upright", "link.jpg", "-i", "--backup", "-q"}).out.find("six.jpg_original'"),
              std::string::npos);
    EXPECT_EQ(run({"tag", "6", "six.jpg", "-i", "--backup", "-q"}).out,
              "'six.jpg': untouched, 37x23 JPEG\n");
    EXPECT_EQ(run({"rotate", "90", "b.jpg", "-i", "--backup", "-q"}).exit_code, 0);
}

TEST_F(DryRun, NamesSidesThatAreTooLong) {
    const auto reason = [&](const std::string& header, std::size_t bytes, const char* out) {
        write_text(folder / "long.ppm", header + std::string(bytes, 'x'));
        const Outcome outcome = run({"rotate", "90", "long.ppm", "-o", out, "-q"});
        const Outcome real =
            run_turntile({"rotate", "90", "long.ppm", "-o", out, "-q"}, {.folder = folder.path()});
        EXPECT_EQ(real.exit_code, outcome.exit_code);
        return outcome.out;
    };
    const std::string refused = "'long.ppm': refused: cannot be turned: ";
    EXPECT_EQ(reason("P5 16384 1 255\n", 16384, "long.webp"),
              refused + "WebP cannot hold 1x16384: sides end at 16383 pixels\n");
    EXPECT_EQ(reason("P5 65501 1 255\n", 65501, "long.jpg"),
              refused + "JPEG cannot hold 1x65501: sides end at 65500 pixels\n");
    EXPECT_EQ(reason("P5 1048577 1 255\n", 1048577, "long.png"),
              refused + "1048577x1 has a longer side than OpenCV's limit of 2^20 pixels\n");
}

TEST_F(DryRun, HasTheExitCodeOfTheRun) {
    EXPECT_EQ(run({"rotate", "90", "a.png", "-o", "out/"}).exit_code, 0);
    EXPECT_EQ(run({"rotate", "90", "bad.png", "-i"}).exit_code, 1);
    const Outcome refused = run({"rotate", "90", "a.png", "-o", "b.jpg"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_NE(refused.err.find("exists"), std::string::npos) << refused.err;
}

TEST_F(DryRun, LeavesFilesInPlaceAlone) {
    const std::vector<std::byte> before = read_bytes(folder / "six.jpg");
    EXPECT_EQ(run({"upright", "six.jpg", "-i"}).exit_code, 0);
    EXPECT_EQ(read_bytes(folder / "six.jpg"), before);
}

}  // namespace
}  // namespace turntile::tests
