#include "io/unchanged_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <optional>
#include <thread>

#include "tests/file_checks.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using io::FileFault;
using io::UnchangedFile;

class Unchanged : public ::testing::Test {
  protected:
    Unchanged() { write_text(file, "one"); }

    std::error_code check(const io::FileStamp& expected) const {
        return failure_of([&] { const UnchangedFile unchanged(file, expected); }).code;
    }
    io::FileStamp stamp() const { return io::stamp_of(status_of(file)); }

    ScratchFolder folder;
    fs::path file = folder / "a.jpg";
};

TEST_F(Unchanged, PassesTheFileThatWasRead) {
    EXPECT_EQ(check(stamp()), std::error_code());
}

TEST_F(Unchanged, RefusesOneThatWasWrittenTo) {
    const io::FileStamp before = stamp();
    write_text(file, "longer");
    EXPECT_EQ(check(before), FileFault::changed_since_read);
}

TEST_F(Unchanged, RefusesOneThatWasReplacedByItsTwin) {
    const io::FileStamp before = stamp();
    fs::copy_file(file, folder / "b.jpg");
    fs::rename(folder / "b.jpg", file);
    EXPECT_EQ(check(before), FileFault::changed_since_read);
}

TEST_F(Unchanged, RefusesOneThatIsGone) {
    const io::FileStamp before = stamp();
    fs::remove(file);
    EXPECT_EQ(check(before), std::errc::no_such_file_or_directory);
}

TEST_F(Unchanged, WaitsForOthersOfUsAndSeesWhatTheyDid) {
    const io::FileStamp before = stamp();
    std::optional<UnchangedFile> theirs(std::in_place, file, before);
    std::error_code ours;
    std::thread waiting([&] { ours = check(before); });
    ::usleep(50'000);
    write_text(folder / "theirs", "turned");
    fs::rename(folder / "theirs", file);
    theirs.reset();
    waiting.join();
    EXPECT_EQ(ours, FileFault::changed_since_read);
}

TEST_F(Unchanged, DoesNotWaitForEver) {
    const io::FileDescriptor holder(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    ASSERT_EQ(::flock(holder.get(), LOCK_EX), 0);
    const Failure failure = failure_of(
        [&] { const UnchangedFile unchanged(file, stamp(), std::chrono::milliseconds(50)); });
    EXPECT_EQ(failure.code, FileFault::is_locked);
}

}  // namespace
}  // namespace turntile::tests
