#include "app/run_log.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <set>
#include <thread>

#include "app/option_values.hpp"
#include "tests/file_checks.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using app::LogDone;
using app::LogError;
using app::LogIntent;
using app::LogUse;
using app::RunLog;
using app::UsageError;

std::string refusal(const fs::path& path, LogUse use) {
    try {
        const RunLog log(path, use);
        return "";
    } catch (const UsageError& error) {
        return error.what();
    }
}

TEST(RunLog, HoldsItsLines) {
    const ScratchFolder folder;
    {
        RunLog log(folder / "run.log", LogUse::start);
        log.begin({"rotate"});
        log.add(LogIntent{.path = "/a.jpg", .hidden_name = ".a"});
        log.add(LogDone{"/a.jpg", Turn::rotate_90});
    }
    const std::string text = read_text(folder / "run.log");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
    RunLog(folder / "run.log", LogUse::go_on).add(LogDone{"/b.jpg", Turn::rotate_90});
    EXPECT_EQ(read_text(folder / "run.log").rfind(text, 0), 0U) << "was not appended to";
}

TEST(RunLog, TakesWholeLinesFromManyThreads) {
    const ScratchFolder folder;
    {
        RunLog log(folder / "run.log", LogUse::start);
        log.begin({"rotate"});
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&log, t] {
                for (int i = 0; i < 25; ++i) {
                    const std::string name = "/" + std::to_string(t * 25 + i);
                    log.add(LogIntent{.path = name, .hidden_name = "x"});
                    log.add(LogDone{name});
                }
            });
    }
    std::ifstream file(folder / "run.log");
    std::string line;
    std::getline(file, line);
    std::multiset<std::string> paths;
    while (std::getline(file, line)) {
        const app::LogLine parsed = app::parse_log_line(line);
        if (const auto* intent = std::get_if<LogIntent>(&parsed)) paths.insert(intent->path);
        if (const auto* done = std::get_if<LogDone>(&parsed)) paths.insert(done->path);
    }
    EXPECT_EQ(paths.size(), 200U);
    EXPECT_EQ(std::set<std::string>(paths.begin(), paths.end()).size(), 100U);
}

TEST(RunLog, IsNotStartedOverAnotherFile) {
    const ScratchFolder folder;
    write_text(folder / "diary", "dear");
    EXPECT_NE(refusal(folder / "diary", LogUse::start).find("exists"), std::string::npos);
    EXPECT_EQ(read_text(folder / "diary"), "dear");
    EXPECT_NE(refusal(folder / "none/x", LogUse::start).find("No such file"), std::string::npos);
    EXPECT_NE(refusal(folder / "none", LogUse::go_on).find("No such file"), std::string::npos);
    EXPECT_NE(refusal(folder.path(), LogUse::start).find("is a folder"), std::string::npos);
    EXPECT_NE(refusal("/dev/full", LogUse::start).find("is a device"), std::string::npos);
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_NE(refusal(folder / "pipe", LogUse::start).find("is a pipe"), std::string::npos);
}

TEST(RunLog, IsUsedByOneRunAtATime) {
    const ScratchFolder folder;
    RunLog log(folder / "run.log", LogUse::start);
    log.begin({"rotate"});
    EXPECT_NE(refusal(folder / "run.log", LogUse::go_on).find("another run uses it"),
              std::string::npos);
}

TEST(RunLog, LeavesAnEmptyFileThatWasThere) {
    const ScratchFolder folder;
    write_text(folder / "run.log", "");
    { const RunLog log(folder / "run.log", LogUse::start); }
    EXPECT_TRUE(fs::exists(folder / "run.log"));
}

TEST(RunLog, IsGoneIfItsRunWasRefused) {
    const ScratchFolder folder;
    EXPECT_EQ(refusal(folder / "run.log", LogUse::start), "");
    EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(RunLog, SaysThatItCannotBeWrittenAndStaysSilent) {
    const ScratchFolder folder;
    const int code = run_as_nobody([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        RunLog log(folder / "run.log", LogUse::start);
        log.begin({"rotate"});
        const rlimit limit = {200, 200};
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
        int failures = 0;
        for (int i = 0; i < 5; ++i)
            try {
                log.add(LogDone{std::string(60, 'x')});
            } catch (const LogError& error) {
                const std::string what = error.what();
                if (what.find("run.log' cannot be written: File too large") != std::string::npos)
                    ++failures;
            }
        return failures >= 3 ? 0 : 2;
    });
    EXPECT_EQ(code, 0);
    EXPECT_LE(read_text(folder / "run.log").size(), 200U);
}

}  // namespace
}  // namespace turntile::tests
