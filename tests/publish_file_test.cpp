#include "io/publish_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "io/read_file.hpp"
#include "tests/file_checks.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

namespace fs = std::filesystem;
using io::publish_new;
using io::publish_replacement;
using io::TemporaryFile;
using Names = std::vector<std::string>;

TEST(PublishNew, MakesAFileWithTheRightsOfANewOne) {
    const ScratchFolder folder;
    const mode_t before = ::umask(027);
    publish_new(folder / "a.jpg", bytes_of("pixels"));
    ::umask(before);
    EXPECT_EQ(read_text(folder / "a.jpg"), "pixels");
    EXPECT_EQ(rights_of(folder / "a.jpg"), 0640U);
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
    publish_new(folder / "b.jpg", bytes_of("more"), io::Durability::on_disk);
    EXPECT_EQ(names_in(folder.path()), (Names{"a.jpg", "b.jpg"}));
}

TEST(PublishNew, TakesNamesOfAnyBytes) {
    const ScratchFolder folder;
    for (const std::string name : {"a b\n'\"%[0].jpg", "\xFF\xFE.jpg", "-i", ".hidden"}) {
        publish_new(folder / name, bytes_of(name));
        EXPECT_EQ(read_text(folder / name), name);
    }
    EXPECT_EQ(names_in(folder.path()).size(), 4U);
}

TEST(PublishNew, WorksInTheCurrentFolder) {
    const ScratchFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    const Failure failure = failure_of([] { publish_new("a.jpg", bytes_of("pixels")); });
    fs::current_path(before);
    EXPECT_EQ(failure.what, "");
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
}

TEST(PublishNew, LeavesAFileThatAppearedInTheMeantime) {
    const ScratchFolder folder;
    TemporaryFile file(folder / "a.jpg");
    file.write(bytes_of("new"));
    write_text(folder / "a.jpg", "theirs");
    const Failure failure = failure_of([&] { file.commit_new(); });
    EXPECT_EQ(failure.code, std::errc::file_exists);
    EXPECT_EQ(failure.what, "cannot publish '" + (folder / "a.jpg").string() +
                                "', which appeared in the meantime: File exists");
    EXPECT_EQ(read_text(folder / "a.jpg"), "theirs");
}

TEST(PublishNew, LeavesADanglingLink) {
    const ScratchFolder folder;
    fs::create_symlink("nowhere", folder / "a.jpg");
    const Failure failure = failure_of([&] { publish_new(folder / "a.jpg", bytes_of("new")); });
    EXPECT_EQ(failure.code, std::errc::file_exists);
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
    EXPECT_TRUE(fs::is_symlink(folder / "a.jpg"));
}

TEST(PublishNew, CanDoWithoutAnExclusiveRename) {
    const ScratchFolder folder;
    write_text(folder / "hidden", "new");
    io::rename_new_by_link(folder / "hidden", folder / "a.jpg");
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
    EXPECT_EQ(read_text(folder / "a.jpg"), "new");
    write_text(folder / "hidden", "newer");
    const Failure failure =
        failure_of([&] { io::rename_new_by_link(folder / "hidden", folder / "a.jpg"); });
    EXPECT_EQ(failure.code, std::errc::file_exists);
    EXPECT_EQ(read_text(folder / "a.jpg"), "new");
}

TEST(PublishReplacement, KeepsRightsAndOwner) {
    const ScratchFolder folder;
    write_text(folder / "a.jpg", "old");
    ASSERT_EQ(::chmod((folder / "a.jpg").c_str(), 0604), 0);
    const bool is_root = ::geteuid() == 0;
    if (is_root) {
        ASSERT_EQ(::chown((folder / "a.jpg").c_str(), 1234, 4321), 0);
    }
    publish_replacement(folder / "a.jpg", bytes_of("new"));
    EXPECT_EQ(read_text(folder / "a.jpg"), "new");
    EXPECT_EQ(rights_of(folder / "a.jpg"), 0604U);
    if (is_root) {
        EXPECT_EQ(status_of(folder / "a.jpg").st_uid, 1234U);
        EXPECT_EQ(status_of(folder / "a.jpg").st_gid, 4321U);
    }
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
}

TEST(PublishReplacement, ReplacesAFileThatNobodyMayWrite) {
    const ScratchFolder folder;
    write_text(folder / "a.jpg", "old");
    ASSERT_EQ(::chmod((folder / "a.jpg").c_str(), 0444), 0);
    EXPECT_EQ(run_as_nobody([&] {
                  publish_replacement(folder / "a.jpg", bytes_of("new"));
                  return 0;
              }),
              0);
    EXPECT_EQ(read_text(folder / "a.jpg"), "new");
    EXPECT_EQ(rights_of(folder / "a.jpg"), 0444U);
}

TEST(PublishReplacement, ReplacesWhatALinkLeadsTo) {
    const ScratchFolder folder;
    const ScratchFolder elsewhere;
    write_text(elsewhere / "real.jpg", "old");
    fs::create_symlink(elsewhere / "real.jpg", elsewhere / "middle.jpg");
    fs::create_symlink(elsewhere / "middle.jpg", folder / "a.jpg");
    publish_replacement(folder / "a.jpg", bytes_of("new"));
    EXPECT_TRUE(fs::is_symlink(folder / "a.jpg"));
    EXPECT_TRUE(fs::is_symlink(elsewhere / "middle.jpg"));
    EXPECT_FALSE(fs::is_symlink(elsewhere / "real.jpg"));
    EXPECT_EQ(read_text(elsewhere / "real.jpg"), "new");
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
    EXPECT_EQ(names_in(elsewhere.path()), (Names{"middle.jpg", "real.jpg"}));
}

TEST(PublishReplacement, ReplacesOnlyAFileThatIsThere) {
    const ScratchFolder folder;
    EXPECT_EQ(failure_of([&] { publish_replacement(folder / "a.jpg", bytes_of("new")); }).code,
              std::errc::no_such_file_or_directory);
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(failure_of([&] { publish_replacement(folder / "pipe", bytes_of("new")); }).code,
              io::FileFault::is_pipe);
    fs::create_directory(folder / "sub");
    EXPECT_EQ(failure_of([&] { publish_replacement(folder / "sub", bytes_of("new")); }).code,
              io::FileFault::is_folder);
    EXPECT_EQ(names_in(folder.path()), (Names{"pipe", "sub"}));
}

TEST(PublishReplacement, LeavesAFileThatIsNotTheOneThatWasRead) {
    const ScratchFolder folder;
    write_text(folder / "a.jpg", "old");
    const io::FileStamp read = io::read_file(folder / "a.jpg").stamp;
    write_text(folder / "a.jpg", "newer");
    const Failure failure = failure_of(
        [&] { publish_replacement(folder / "a.jpg", bytes_of("turned"), {.expected = read}); });
    EXPECT_EQ(failure.code, io::FileFault::changed_since_read);
    EXPECT_EQ(read_text(folder / "a.jpg"), "newer");
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
}

TEST(PublishReplacement, KeepsABackup) {
    const ScratchFolder folder;
    write_text(folder / "a.jpg", "old");
    const io::FileStamp read = io::read_file(folder / "a.jpg").stamp;
    publish_replacement(folder / "a.jpg", bytes_of("new"),
                        {.expected = read, .backup_suffix = "_original"});
    EXPECT_EQ(read_text(folder / "a.jpg"), "new");
    EXPECT_EQ(read_text(folder / "a.jpg_original"), "old");
    EXPECT_EQ(status_of(folder / "a.jpg_original").st_ino, read.inode);
    const Failure again = failure_of([&] {
        publish_replacement(folder / "a.jpg", bytes_of("newer"), {.backup_suffix = "_original"});
    });
    EXPECT_EQ(again.code, std::errc::file_exists);
    EXPECT_EQ(read_text(folder / "a.jpg"), "new");
    EXPECT_EQ(read_text(folder / "a.jpg_original"), "old");
    EXPECT_EQ(names_in(folder.path()), (Names{"a.jpg", "a.jpg_original"}));
}

TEST(MakeFolders, MakesWhatIsMissing) {
    const ScratchFolder folder;
    io::make_folders(folder / "a/b/", io::Durability::on_disk);
    io::make_folders(folder / "a/b/c", io::Durability::when_the_system_likes);
    EXPECT_TRUE(fs::is_directory(folder / "a/b/c"));
    write_text(folder / "file", "");
    const Failure failure =
        failure_of([&] { io::make_folders(folder / "file/x", io::Durability::on_disk); });
    EXPECT_NE(failure.what.find("cannot make the folder '" + (folder / "file").string() + "'"),
              std::string::npos)
        << failure.what;
}

TEST(TemporaryFile, IsHiddenPrivateAndGoneWithItsObject) {
    const ScratchFolder folder;
    write_text(folder / "a.jpg", "old");
    try {
        TemporaryFile file(folder / "a.jpg");
        file.write(bytes_of("secret"));
        EXPECT_TRUE(file.path().filename().string().starts_with(".a.jpg.turntile-"));
        EXPECT_EQ(file.path().parent_path(), folder.path());
        EXPECT_EQ(rights_of(file.path()), 0600U);
        EXPECT_EQ(names_in(folder.path()).size(), 2U);
        throw std::logic_error("anything");
    } catch (const std::logic_error&) {
    }
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
    EXPECT_EQ(read_text(folder / "a.jpg"), "old");
}

TEST(TemporaryFile, IsNotInheritedByPrograms) {
    const ScratchFolder folder;
    const TemporaryFile file(folder / "a.jpg");
    EXPECT_TRUE(::fcntl(file.descriptor(), F_GETFD) & FD_CLOEXEC);
}

TEST(TemporaryFile, IsLockedWhileItIsInUse) {
    const ScratchFolder folder;
    const TemporaryFile file(folder / "a.jpg");
    const io::FileDescriptor other(::open(file.path().c_str(), O_RDONLY | O_CLOEXEC));
    EXPECT_NE(::flock(other.get(), LOCK_EX | LOCK_NB), 0);
}

TEST(TemporaryFile, TakesTimes) {
    const ScratchFolder folder;
    TemporaryFile file(folder / "a.jpg");
    file.take_times({.modified_ns = 1'000'000'000'123'456'789, .accessed_ns = -1});
    EXPECT_EQ(file.stamp().modified_ns, 1'000'000'000'123'456'789);
    EXPECT_EQ(file.stamp().accessed_ns, -1);
}

TEST(TemporaryFile, NeedsAFolderThatMayBeWritten) {
    const ScratchFolder folder;
    write_text(folder / "a.jpg", "old");
    fs::permissions(folder.path(), fs::perms(0555));
    const int code = run_as_nobody([&] {
        const Failure failure =
            failure_of([&] { publish_replacement(folder / "a.jpg", bytes_of("new")); });
        const bool says_where = failure.what == "cannot create a file in '" +
                                                    folder.path().string() + "': Permission denied";
        return says_where ? failure.code.value() : 1;
    });
    EXPECT_EQ(code, EACCES);
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
    EXPECT_EQ(read_text(folder / "a.jpg"), "old");
    EXPECT_EQ(failure_of([&] { publish_new(folder / "no/a.jpg", bytes_of("new")); }).code,
              std::errc::no_such_file_or_directory);
}

TEST(TemporaryFile, LeavesNothingWhenTheDiskIsFull) {
    const ScratchFolder folder;
    write_text(folder / "a.jpg", "old");
    ASSERT_EQ(::chmod((folder / "a.jpg").c_str(), 0666), 0);
    const int code = run_as_nobody([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit = {10'000, 10'000};
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
        const std::string much(50'000, 'x');
        const Failure replacing =
            failure_of([&] { publish_replacement(folder / "a.jpg", bytes_of(much)); });
        const Failure creating = failure_of([&] { publish_new(folder / "b.jpg", bytes_of(much)); });
        const bool says_what =
            replacing.what == "cannot write '" + (folder / "a.jpg").string() + "': File too large";
        return says_what && creating.code == replacing.code ? replacing.code.value() : 2;
    });
    EXPECT_EQ(code, EFBIG);
    EXPECT_EQ(names_in(folder.path()), Names{"a.jpg"});
    EXPECT_EQ(read_text(folder / "a.jpg"), "old");
}

TEST(TemporaryFile, HasANameThatFits) {
    const ScratchFolder folder;
    const std::string longest(255, 'n');
    publish_new(folder / longest, bytes_of("one"));
    publish_replacement(folder / longest, bytes_of("two"));
    EXPECT_EQ(read_text(folder / longest), "two");
    EXPECT_EQ(names_in(folder.path()), Names{longest});
}

}  // namespace
}  // namespace turntile::tests
