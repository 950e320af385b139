#include "cpu/last_cache.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace turntile {
namespace {

namespace fs = std::filesystem;

class LastCache : public testing::Test {
  protected:
    LastCache() { fs::remove_all(root_); }
    ~LastCache() override { fs::remove_all(root_); }

    void add(const std::string& cpu, const std::string& index, const std::string& level,
             const std::string& shared_cpu_list, const std::string& size) const {
        const fs::path folder = root_ / cpu / "cache" / index;
        fs::create_directories(folder);
        std::ofstream(folder / "level") << level << "\n";
        std::ofstream(folder / "shared_cpu_list") << shared_cpu_list << "\n";
        std::ofstream(folder / "size") << size << "\n";
    }

    const fs::path root_ = fs::path(testing::TempDir()) /
                           testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(LastCache, CountsASharedCacheOnce) {
    add("cpu0", "index0", "1", "0", "32K");
    add("cpu0", "index3", "3", "0-1", "32768K");
    add("cpu1", "index0", "1", "1", "32K");
    add("cpu1", "index3", "3", "0-1", "32768K");
    EXPECT_EQ(cpu::last_cache_bytes(root_), std::size_t{32} << 20);
}

TEST_F(LastCache, AddsSeparateCaches) {
    add("cpu0", "index3", "3", "0", "16M");
    add("cpu1", "index3", "3", "1", "16M");
    EXPECT_EQ(cpu::last_cache_bytes(root_), std::size_t{32} << 20);
}

TEST_F(LastCache, IsTheSecondLevelWhereThereIsNoThird) {
    add("cpu0", "index0", "1", "0", "32K");
    add("cpu0", "index2", "2", "0", "512K");
    EXPECT_EQ(cpu::last_cache_bytes(root_), std::size_t{512} << 10);
}

TEST_F(LastCache, IsAssumedWhereNothingIsSaid) {
    EXPECT_EQ(cpu::last_cache_bytes(root_), std::size_t{64} << 20);
    add("cpu0", "index3", "3", "0", "unknown");
    EXPECT_EQ(cpu::last_cache_bytes(root_), std::size_t{64} << 20);
}

}  // namespace
}  // namespace turntile
