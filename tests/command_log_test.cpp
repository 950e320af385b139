// --log and --resume: an interrupted run goes on, and turns nothing twice.
#include <gtest/gtest.h>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

class Logged : public ::testing::Test {
  protected:
    Logged() {
        fs::create_directory(folder / "photos");
        for (const char* name : {"a.ppm", "b.ppm"})
            write_picture(folder / "photos" / name, picture);
    }

    Outcome turntile(const std::vector<std::string>& words, const char* below = "") const {
        return run_turntile(words, {.folder = folder / below});
    }
    void expect_turned_once() const {
        for (const char* name : {"a.ppm", "b.ppm"})
            EXPECT_TRUE(same(read_picture(folder / "photos" / name),
                             turned_by_oracle(picture, Turn::rotate_90)))
                << name;
    }
    void expect_refused(const std::vector<std::string>& words, const std::string& reason) const {
        const Outcome run = turntile(words);
        EXPECT_EQ(run.exit_code, 2) << run.err;
        EXPECT_NE(run.err.find(reason), std::string::npos) << run.err;
    }

    ScratchFolder folder;
    cv::Mat picture = random_picture(4, 3, CV_8UC3, 5);
};

TEST_F(Logged, KnowsAFileByWhateverNameAndFromWhereverItIsResumed) {
    ASSERT_EQ(turntile({"rotate", "90", "-i", "--log", "run.log", "photos/a.ppm"}).exit_code, 0);
    fs::create_symlink("photos/a.ppm", folder / "link.ppm");
    const Outcome by_link = turntile({"rotate", "90", "-i", "--resume", "run.log", "link.ppm"});
    EXPECT_NE(by_link.err.find("1 file was done before"), std::string::npos) << by_link.err;
    const Outcome from_below =
        turntile({"rotate", "90", "-i", "--resume", "../run.log", "./a.ppm", "b.ppm"}, "photos");
    EXPECT_EQ(from_below.exit_code, 0) << from_below.err;
    EXPECT_NE(from_below.out.find("turned 1,"), std::string::npos) << from_below.out;
    expect_turned_once();
}

TEST_F(Logged, GoesOnIntoAFolder) {
    ASSERT_EQ(
        turntile({"rotate", "90", "-o", "out/", "--log", "run.log", "photos/a.ppm"}).exit_code, 0);
    const Outcome run =
        turntile({"rotate", "90", "-r", "-o", "../out", "--resume", "../run.log", "."}, "photos");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("turned 1,"), std::string::npos) << run.out;
    EXPECT_EQ(names_in(folder / "out"), (std::vector<std::string>{"a.ppm", "b.ppm"}));
}

TEST_F(Logged, RetriesWhatFailed) {
    fs::rename(folder / "photos/b.ppm", folder / "b");
    const std::vector<std::string> words = {"rotate", "90", "-i", "photos/a.ppm", "photos/b.ppm"};
    std::vector<std::string> first = words;
    first.insert(first.end(), {"--log", "run.log"});
    ASSERT_EQ(turntile(first).exit_code, 1);
    fs::rename(folder / "b", folder / "photos/b.ppm");
    std::vector<std::string> second = words;
    second.insert(second.end(), {"--resume", "run.log"});
    EXPECT_EQ(turntile(second).exit_code, 0);
    expect_turned_once();
}

TEST_F(Logged, IsSplitIntoShards) {
    std::vector<std::string> names;
    for (int i = 0; i < 12; ++i) {
        names.push_back("p" + std::to_string(i) + ".ppm");
        write_picture(folder / names.back(), picture);
    }
    for (const bool again : {false, true})
        for (const char* shard : {"1", "2"}) {
            std::vector<std::string> words = {"rotate", "90", "-i", "--shard"};
            words.push_back(std::string(shard) + "/2");
            words.insert(words.end(), {again ? "--resume" : "--log", shard});
            words.insert(words.end(), names.begin(), names.end());
            const Outcome run = turntile(words);
            EXPECT_EQ(run.exit_code, 0) << run.err;
        }
    for (const std::string& name : names)
        EXPECT_TRUE(same(read_picture(folder / name), turned_by_oracle(picture, Turn::rotate_90)));
}

TEST_F(Logged, RefusesAnotherRequest) {
    ASSERT_EQ(turntile({"rotate", "90", "-i", "--log", "run.log", "photos/a.ppm"}).exit_code, 0);
    const std::string other = "is that of another request";
    expect_refused({"rotate", "180", "-i", "--resume", "run.log", "photos/b.ppm"}, other);
    expect_refused({"transpose", "-i", "--resume", "run.log", "photos/b.ppm"}, other);
    expect_refused({"rotate", "90", "-o", "o/", "--resume", "run.log", "photos/b.ppm"}, other);
    expect_refused(
        {"rotate", "90", "-i", "--ignore-orientation", "--resume", "run.log", "photos/b.ppm"},
        other);
    expect_refused({"rotate", "90", "-i", "--shard", "1/2", "--resume", "run.log", "photos/b.ppm"},
                   other);
    // What changes nothing in the result may change.
    EXPECT_EQ(turntile({"rotate", "-270", "-i", "--naive", "-j", "1", "--resume", "run.log",
                        "photos/a.ppm", "photos/b.ppm", "-q", "--backend", "cpu"})
                  .exit_code,
              0);
    expect_turned_once();
}

TEST_F(Logged, RefusesWhatIsNoLogBeforeAnyWork) {
    write_text(folder / "diary", "dear diary\n");
    const std::vector<std::string> turn = {"rotate", "90", "-i", "photos/a.ppm"};
    const auto with = [&](const char* option, const char* value) {
        std::vector<std::string> words = turn;
        words.insert(words.end(), {option, value});
        return words;
    };
    expect_refused(with("--log", "diary"), "exists");
    expect_refused(with("--log", "photos"), "is a folder");
    expect_refused(with("--log", "none/run.log"), "No such file");
    expect_refused(with("--log", "/dev/full"), "is a device");
    expect_refused(with("--log", ""), "is empty");
    expect_refused(with("--resume", "diary"), "line 1");
    expect_refused(with("--resume", "run.log"), "No such file");
    expect_refused({"rotate", "90", "-i", "photos/a.ppm", "--log", "x", "--resume", "y"}, "one of");
    EXPECT_EQ(read_text(folder / "diary"), "dear diary\n");
    EXPECT_TRUE(same(read_picture(folder / "photos/a.ppm"), picture));
}

TEST_F(Logged, LeavesNoLogOfARefusedPlan) {
    fs::create_directory(folder / "out");
    fs::copy_file(folder / "photos/a.ppm", folder / "out/a.ppm");
    expect_refused({"rotate", "90", "photos/a.ppm", "-o", "out/", "--log", "run.log"}, "exists");
    EXPECT_FALSE(fs::exists(folder / "run.log"));
}

TEST_F(Logged, StopsWhenTheLogCannotBeWritten) {
    std::vector<std::string> names;
    for (int i = 0; i < 30; ++i) {
        names.push_back("p" + std::to_string(i) + ".ppm");
        write_picture(folder / names.back(), picture);
    }
    // Nine lines of a log and any one of the pictures fit into 2 blocks of 1024 bytes.
    std::string command = "ulimit -f 2; exec \"$0\" rotate 90 -i -j 1 --log run.log";
    for (const std::string& name : names)
        command += " " + name;
    const Outcome full =
        Started("/bin/bash", {"-c", command, turntile_path()}, {.folder = folder.path()}).wait();
    EXPECT_EQ(full.exit_code, 1);
    EXPECT_NE(full.err.find("the log 'run.log' cannot be written: File too large"),
              std::string::npos)
        << full.err;
    EXPECT_NE(full.out.find("left"), std::string::npos) << full.out;
    std::vector<std::string> words = {"rotate", "90", "-i", "--resume", "run.log"};
    words.insert(words.end(), names.begin(), names.end());
    const Outcome rest = turntile(words);
    EXPECT_EQ(rest.exit_code, 0) << rest.err;
    for (const std::string& name : names)
        EXPECT_TRUE(same(read_picture(folder / name), turned_by_oracle(picture, Turn::rotate_90)))
            << name;
    EXPECT_EQ(names_in(folder.path()).size(), names.size() + 2) << "a hidden file is left";
}

TEST_F(Logged, IsOnlyLookedAtByADryRun) {
    ASSERT_EQ(turntile({"rotate", "90", "-i", "--log", "run.log", "photos/a.ppm"}).exit_code, 0);
    const std::string log = read_text(folder / "run.log") + R"({"event":"do)";
    write_text(folder / "run.log", log);
    write_text(folder / "photos/.b.ppm.turntile-123456", "left by a killed run");
    const Outcome run = turntile(
        {"rotate", "90", "-i", "-n", "--resume", "run.log", "photos/a.ppm", "photos/b.ppm"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out.find("a.ppm"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("b.ppm"), std::string::npos) << run.out;
    EXPECT_EQ(read_text(folder / "run.log"), log);
    EXPECT_TRUE(fs::exists(folder / "photos/.b.ppm.turntile-123456"));
}

}  // namespace
}  // namespace turntile::tests
