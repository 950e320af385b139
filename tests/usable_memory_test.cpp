#include "app/usable_memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

#include "app/cgroup.hpp"
#include "tests/sanitized.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::app {
namespace {

using tests::ScratchFolder;

/// Stands for a machine: its /proc and /sys.
class UsableMemory : public testing::Test {
  protected:
    void put(const std::string& path, const std::string& text) const {
        const std::filesystem::path file = root() / path;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    std::filesystem::path root() const { return scratch_.path(); }

    void SetUp() override {
        put("proc/meminfo", "MemTotal: 9000 kB\nMemFree: 100 kB\nMemAvailable:    8000 kB\n");
    }

  private:
    ScratchFolder scratch_;
};

TEST_F(UsableMemory, IsWhatTheSystemHasToGive) {
    EXPECT_EQ(usable_memory_bytes(root()), 8000U * 1024);
}

TEST_F(UsableMemory, KeepsToTheGroupsOfVersion2) {
    put("proc/self/cgroup", "0::/service/inner\n");
    put("sys/fs/cgroup/service/inner/memory.max", "max\n");
    put("sys/fs/cgroup/service/memory.max", "5000000\n");
    EXPECT_EQ(usable_memory_bytes(root()), 5'000'000U);
    put("sys/fs/cgroup/service/inner/memory.high", "4000000\n");
    EXPECT_EQ(usable_memory_bytes(root()), 4'000'000U);
}

TEST_F(UsableMemory, KeepsToTheGroupsOfVersion1) {
    put("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/job/7\n0::/\n");
    put("sys/fs/cgroup/memory/job/7/memory.limit_in_bytes", "9223372036854771712\n");
    put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "3000000\n");
    EXPECT_EQ(usable_memory_bytes(root()), 3'000'000U);
}

TEST_F(UsableMemory, ReadsTheRootWhereAContainerHidesItsGroup) {
    put("proc/self/cgroup", "0::/../outside\n");
    put("sys/fs/cgroup/memory.max", "2000000\n");
    EXPECT_EQ(usable_memory_bytes(root()), 2'000'000U);
}

TEST_F(UsableMemory, KeepsToTheProcessesOwnLimit) {
    if (tests::is_sanitized) GTEST_SKIP() << "a sanitizer's own memory is beyond any such limit";
    constexpr rlim_t limit_bytes = 40'000'000'000;
    put("proc/meminfo", "MemAvailable: 100000000 kB\n");
    struct rlimit before = {};
    ASSERT_EQ(getrlimit(RLIMIT_DATA, &before), 0);
    struct rlimit limited = before;
    limited.rlim_cur = limit_bytes;
    ASSERT_EQ(setrlimit(RLIMIT_DATA, &limited), 0);
    const std::uint64_t usable = usable_memory_bytes(root());
    setrlimit(RLIMIT_DATA, &before);
    EXPECT_EQ(usable, limit_bytes);
}

TEST(Cgroups, AreListedFromTheInnermostToTheRoot) {
    const ScratchFolder scratch;
    std::filesystem::create_directories(scratch.path() / "proc/self");
    std::ofstream(scratch.path() / "proc/self/cgroup") << "0::/a/b\n";
    const std::filesystem::path mount = scratch.path() / "sys/fs/cgroup";
    EXPECT_EQ(cgroup_folders("memory", scratch.path()),
              std::vector<std::filesystem::path>({mount / "a/b", mount / "a", mount}));
}

}  // namespace
}  // namespace turntile::app
