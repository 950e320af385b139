#include "app/plan.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>

#include "app/refusals.hpp"
#include "tests/sanitized.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::app {
namespace {

using tests::ScratchFolder;

void make_empty_file(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ASSERT_GE(file, 0) << path;
    ::close(file);
}

/// How many files the large plan has; 1000000 shows what DESIGN promises.
int large_plan_files() {
    const char* wanted = std::getenv("TURNTILE_PLAN_FILES");
    return wanted == nullptr ? 100'000 : std::stoi(wanted);
}

/// Folders of 1000 files each below `root`, with names as cameras give them.
void make_tree(const std::filesystem::path& root, int files) {
    std::filesystem::path folder;
    for (int i = 0; i < files; ++i) {
        if (i % 1000 == 0) {
            folder = root / ("2024-holidays-" + std::to_string(i / 1000));
            std::filesystem::create_directories(folder);
        }
        make_empty_file(folder / ("IMG_20240131_" + std::to_string(100'000 + i) + ".jpg"));
    }
}

struct Cost {
    double seconds = 0;
    double peak_bytes = 0;  ///< beyond what was in memory before
};

/// What `work` costs in a process of its own, for memory's peak is a process's.
Cost cost_of(const std::function<void()>& work) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        const auto peak_kib = [] {
            rusage usage = {};
            ::getrusage(RUSAGE_SELF, &usage);
            return static_cast<double>(usage.ru_maxrss);
        };
        const double before_kib = peak_kib();
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        const Cost cost = {taken.count(), (peak_kib() - before_kib) * 1024};
        _exit(::write(ends[1], &cost, sizeof cost) == sizeof cost ? 0 : 1);
    }
    ::close(ends[1]);
    Cost cost;
    const bool came = ::read(ends[0], &cost, sizeof cost) == sizeof cost;
    ::close(ends[0]);
    int status = -1;
    ::waitpid(child, &status, 0);
    if (!came || status != 0) throw std::runtime_error("the child did not end well");
    return cost;
}

/// Many files are made soonest in memory; TMPDIR says where else, to try a disk.
std::filesystem::path place_for_many_files() {
    return std::getenv("TMPDIR") == nullptr && std::filesystem::exists("/dev/shm")
               ? "/dev/shm"
               : std::filesystem::temp_directory_path();
}

/// Many files in `in`, and for each of them one in `there`.
class LargePlan : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        folder_ = std::make_unique<ScratchFolder>(place_for_many_files());
        make_tree(*folder_ / "in", files());
        make_tree(*folder_ / "there", files());
    }
    static void TearDownTestSuite() { folder_.reset(); }

    LargePlan() {
        command_.inputs = {*folder_ / "in"};
        command_.recursive = true;
    }

    static int files() {
        static const int count = large_plan_files();
        return count;
    }

    void expect_a_small_cost() {
        const auto expected = static_cast<std::size_t>(files());
        const Cost cost = cost_of([&] {
            if (make_plan(command_).jobs.size() != expected) _exit(2);
        });
        const double bytes_a_file = cost.peak_bytes / files();
        std::printf("%d files: %.2f s, %.0f bytes a file\n", files(), cost.seconds, bytes_a_file);
        EXPECT_LT(cost.seconds, tests::patience * 30e-6 * files());
        EXPECT_LT(tests::is_sanitized ? 0 : bytes_a_file, 300);
    }

    static std::unique_ptr<ScratchFolder> folder_;
    TurnCommand command_;
};

std::unique_ptr<ScratchFolder> LargePlan::folder_;

TEST_F(LargePlan, IntoANewFolderIsQuickAndSmall) {
    command_.output = *folder_ / "out";
    expect_a_small_cost();
}

TEST_F(LargePlan, InPlaceIsQuickAndSmall) {
    command_.in_place = true;
    expect_a_small_cost();
}

TEST_F(LargePlan, OntoExistingFilesIsQuickAndSmall) {
    command_.output = *folder_ / "there";
    command_.overwrite = true;
    expect_a_small_cost();
}

}  // namespace
}  // namespace turntile::app
