#include "io/backup.hpp"

#include <gtest/gtest.h>

#include "tests/file_checks.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using io::keep_backup;
using Names = std::vector<std::string>;

class Backup : public ::testing::Test {
  protected:
    Backup() { write_text(file, "pixels"); }

    ScratchFolder folder;
    fs::path file = folder / "a.jpg";
    fs::path backup = folder / "a.jpg_original";
};

TEST_F(Backup, IsASecondNameForTheFile) {
    EXPECT_TRUE(keep_backup(file, "_original"));
    EXPECT_EQ(status_of(backup).st_ino, status_of(file).st_ino);
    EXPECT_FALSE(keep_backup(file, "_original")) << "it is there already";
    EXPECT_EQ(names_in(folder.path()), (Names{"a.jpg", "a.jpg_original"}));
}

TEST_F(Backup, IsNeverOverwritten) {
    write_text(backup, "older");
    const Failure failure = failure_of([&] { keep_backup(file, "_original"); });
    EXPECT_EQ(failure.what, "cannot keep a backup as '" + backup.string() + "': File exists");
    EXPECT_EQ(read_text(backup), "older");
    fs::remove(backup);
    fs::create_symlink("nowhere", backup);
    EXPECT_EQ(failure_of([&] { keep_backup(file, "_original"); }).code, std::errc::file_exists);
    EXPECT_TRUE(fs::is_symlink(backup));
}

TEST_F(Backup, CanBeLookedForBefore) {
    EXPECT_NO_THROW(io::require_place_for_backup(file, "_original"));
    EXPECT_FALSE(fs::exists(backup));
    keep_backup(file, "_original");
    EXPECT_NO_THROW(io::require_place_for_backup(file, "_original")) << "it is the file itself";
    fs::remove(backup);
    fs::create_symlink("nowhere", backup);
    const Failure failure = failure_of([&] { io::require_place_for_backup(file, "_original"); });
    EXPECT_EQ(failure.what, "cannot keep a backup as '" + backup.string() + "': File exists");
    EXPECT_EQ(failure.code, std::errc::file_exists);
}

TEST_F(Backup, IsACopyWhereLinksAreImpossible) {
    fs::permissions(file, fs::perms(0640));
    set_time(file, 12'000'000'034);
    io::keep_backup_by_copy(file, backup);
    EXPECT_EQ(read_text(backup), "pixels");
    EXPECT_NE(status_of(backup).st_ino, status_of(file).st_ino);
    EXPECT_EQ(rights_of(backup), 0640U);
    EXPECT_EQ(status_of(backup).st_mtim.tv_sec, 12);
    EXPECT_EQ(status_of(backup).st_mtim.tv_nsec, 34);
    EXPECT_EQ(failure_of([&] { io::keep_backup_by_copy(file, backup); }).code,
              std::errc::file_exists);
    EXPECT_EQ(names_in(folder.path()), (Names{"a.jpg", "a.jpg_original"}));
}

TEST_F(Backup, OfAnothersFileIsACopyIfTheSystemForbidsLinks) {
    fs::permissions(file, fs::perms(0644));
    const int code = run_as_nobody([&] { return keep_backup(file, "_original") ? 0 : 1; });
    EXPECT_EQ(code, 0);
    EXPECT_EQ(read_text(backup), "pixels");
}

TEST_F(Backup, SaysWhyItCannotBe) {
    const std::string too_long(300, 'x');
    EXPECT_EQ(failure_of([&] { keep_backup(file, too_long); }).code, std::errc::filename_too_long);
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
}

}  // namespace
}  // namespace turntile::tests
