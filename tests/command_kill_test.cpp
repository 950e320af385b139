// Killed at any moment (SIGKILL), an in-place batch leaves every file whole, and a resumed one
// turns every file once.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using std::chrono::microseconds;
using std::chrono::steady_clock;

constexpr int file_count = 60;

std::uint64_t size_of(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

/// A batch in a folder of its own: small pictures, all different, and what each becomes.
class Batch {
  public:
    Batch() {
        fs::create_directory(folder);
        for (int i = 0; i < file_count; ++i) {
            const std::string name = "p" + std::to_string(i) + ".ppm";
            write_picture(folder / name, random_picture(9, 7, CV_8UC3, 100 + i));
            names_.push_back(name);
            before_.push_back(read_bytes(folder / name));
        }
        std::vector<std::string> words = {"rotate", "90", "-q", "-o", "after/"};
        words.insert(words.end(), names_.begin(), names_.end());
        if (run_turntile(words, {.folder = folder}).exit_code != 0)
            throw std::runtime_error("cannot make what the files become");
        for (const std::string& name : names_)
            after_.push_back(read_bytes(folder / ("after/" + name)));
        fs::remove_all(folder / "after");
    }

    /// Puts the originals back.
    void restore() const {
        for (std::size_t i = 0; i < names_.size(); ++i)
            write_bytes(folder / names_[i], before_[i]);
        fs::remove(log());
    }

    std::vector<std::string> words() const {
        std::vector<std::string> words = {"rotate", "90", "-q", "-i", "-j", "2"};
        words.insert(words.end(), {fs::exists(log()) ? "--resume" : "--log", "../run.log"});
        words.insert(words.end(), names_.begin(), names_.end());
        return words;
    }

    /// How many files are turned; each must be as it was or turned once.
    std::size_t turned() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const std::vector<std::byte> now = read_bytes(folder / names_[i]);
            EXPECT_TRUE(now == before_[i] || now == after_[i]) << names_[i];
            count += now == after_[i] ? 1 : 0;
        }
        return count;
    }

    std::vector<std::string> names() const {
        std::vector<std::string> sorted = names_;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }

    fs::path log() const { return scratch / "run.log"; }

    ScratchFolder scratch;
    const fs::path folder = scratch / "photos";

  private:
    std::vector<std::string> names_;
    std::vector<std::vector<std::byte>> before_;
    std::vector<std::vector<std::byte>> after_;
};

/// Kills the program a moment after its log has grown by `bytes`, or lets it end.
/// @return whether it was killed
bool run_and_kill(const Batch& batch, std::uint64_t bytes, microseconds moment) {
    const std::uint64_t before = size_of(batch.log());
    Started program(turntile_path(), batch.words(), {.folder = batch.folder});
    const auto give_up_at = steady_clock::now() + std::chrono::seconds(20);
    while (size_of(batch.log()) < before + bytes && steady_clock::now() < give_up_at &&
           !program.has_ended())
        std::this_thread::sleep_for(microseconds(50));
    std::this_thread::sleep_for(moment);
    kill(program.pid(), SIGKILL);
    const Outcome run = program.wait();
    EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 128 + SIGKILL) << run.err;
    return run.exit_code != 0;
}

TEST(Killed, LeavesEveryFileWholeAndResumedTurnsEachOnce) {
    const Batch batch;
    std::mt19937 random(20240607);
    std::uniform_int_distribution<std::uint64_t> bytes(1, 20'000);
    std::uniform_int_distribution<int> moment_us(0, 3000);
    int kills = 0;
    int kills_on_the_way = 0;
    while (kills < 100) {
        bool was_killed = true;
        while (was_killed) {
            was_killed = run_and_kill(batch, bytes(random) / 4, microseconds(moment_us(random)));
            const std::size_t turned = batch.turned();
            ASSERT_FALSE(testing::Test::HasFailure()) << "after " << kills << " kills";
            kills += was_killed ? 1 : 0;
            kills_on_the_way += was_killed && turned > 0 && turned < file_count ? 1 : 0;
        }
        // The batch has come to its end; nothing is left over.
        ASSERT_EQ(batch.turned(), file_count);
        ASSERT_EQ(names_in(batch.folder), batch.names());
        batch.restore();
    }
    EXPECT_GT(kills_on_the_way, 50) << "of " << kills;
}

}  // namespace
}  // namespace turntile::tests
