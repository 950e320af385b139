#include "app/past_run.hpp"

#include <gtest/gtest.h>

#include "app/option_values.hpp"
#include "tests/file_checks.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using app::LogDone;
using app::LogIntent;
using app::LogStart;
using app::LogUse;
using app::PastRun;
using app::RunLog;
using app::UsageError;

app::FileMark mark_of(const fs::path& path) {
    return app::mark_of(io::stamp_of(status_of(path)));
}

/// A log with two files done, in a folder with pictures.
class Past : public ::testing::Test {
  protected:
    Past() {
        RunLog log(path, LogUse::start);
        log.begin(start);
        log.add(LogIntent{.path = "/one", .turn = Turn::rotate_90, .hidden_name = ".one"});
        log.add(LogDone{"/one", Turn::rotate_90});
        log.add(LogDone{"/two", Turn::rotate_90});
    }

    /// The intent to replace a.jpg by .hidden, as it is before either is renamed.
    LogIntent intent() const {
        write_text(folder / "a.jpg", "source");
        write_text(folder / ".hidden", "turned");
        LogIntent intent{.path = folder / "a.jpg", .turn = Turn::rotate_90};
        intent.hidden_name = ".hidden";
        intent.hidden = mark_of(folder / ".hidden");
        intent.source = mark_of(folder / "a.jpg");
        RunLog(path, LogUse::go_on).add(intent);
        return intent;
    }

    PastRun past() const { return past(start); }
    PastRun past(const LogStart& request) const {
        RunLog log(path, LogUse::go_on);
        return PastRun(log, request, false);
    }
    std::string refusal(const LogStart& request) const {
        try {
            past(request);
            return "";
        } catch (const UsageError& error) {
            return error.what();
        }
    }

    ScratchFolder folder;
    fs::path path = folder / "run.log";
    LogStart start = {"rotate rotate_90 --in-place"};
};

TEST_F(Past, KnowsWhatIsDone) {
    const PastRun run = past();
    EXPECT_TRUE(run.has_done("/one", Turn::rotate_90));
    EXPECT_TRUE(run.has_done("/two", Turn::rotate_90));
    EXPECT_FALSE(run.has_done("/three", Turn::rotate_90));
    EXPECT_EQ(run.done_count(), 2U);
    EXPECT_THROW(static_cast<void>(run.has_done("/one", Turn::rotate_180)), UsageError);
}

TEST_F(Past, IsThatOfTheSameRequest) {
    EXPECT_NE(refusal({"rotate rotate_180 --in-place"}).find("is that of another request"),
              std::string::npos);
}

TEST_F(Past, FindsAFileThatWasPublished) {
    const LogIntent open = intent();
    fs::rename(folder / ".hidden", folder / "a.jpg");
    EXPECT_TRUE(past().has_done(open.path, Turn::rotate_90));
    fs::remove(folder / "a.jpg");
    EXPECT_TRUE(past().has_done(open.path, Turn::rotate_90)) << "was not written into the log";
}

TEST_F(Past, FindsAFileThatWasNotPublishedAndRemovesWhatIsLeft) {
    const LogIntent open = intent();
    const PastRun run = past();
    EXPECT_FALSE(run.has_done(open.path, Turn::rotate_90));
    EXPECT_FALSE(run.is_unclear(open.path));
    EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"a.jpg", "run.log"}));
}

TEST_F(Past, LeavesAFileOfTheHiddenNameThatIsAnother) {
    intent();
    fs::remove(folder / ".hidden");
    write_text(folder / "theirs", "longer than it was");
    fs::rename(folder / "theirs", folder / ".hidden");
    past();
    EXPECT_EQ(read_text(folder / ".hidden"), "longer than it was");
}

TEST_F(Past, SaysWhatNobodyCanKnow) {
    const LogIntent open = intent();
    fs::rename(folder / ".hidden", folder / "a.jpg");
    write_text(folder / "edited", "by somebody");
    fs::rename(folder / "edited", folder / "a.jpg");
    const PastRun run = past();
    EXPECT_FALSE(run.has_done(open.path, Turn::rotate_90));
    EXPECT_TRUE(run.is_unclear(open.path));
    EXPECT_EQ(read_text(folder / "a.jpg"), "by somebody");
}

TEST_F(Past, ForgetsALineThatWasNeverFinished) {
    const std::string whole = read_text(path);
    write_text(path, whole + R"({"event":"done","path":"/thr)");
    EXPECT_EQ(past().done_count(), 2U);
    EXPECT_EQ(read_text(path), whole);
    RunLog(path, LogUse::go_on).add(LogDone{"/three", Turn::rotate_90});
    EXPECT_EQ(past().done_count(), 3U);
}

TEST_F(Past, BeginsALogThatWasNeverBegun) {
    write_text(path, "");
    EXPECT_EQ(past().done_count(), 0U);
    EXPECT_NE(read_text(path).find(start.request), std::string::npos);
}

TEST_F(Past, IsNotReadFromAnotherFileAndLeavesThat) {
    for (const std::string& text :
         {std::string("dear diary"), std::string("dear\ndiary"), std::string("{\"a\":1}\n"),
          read_text(path) + "what is this\n" + R"({"event":"done","path":"/x","turn":"none"})" +
              "\n",
          std::string(R"({"event":"done","path":"/x","turn":"none"})") + "\n"}) {
        write_text(path, text);
        EXPECT_NE(refusal(start), "") << text;
        EXPECT_EQ(read_text(path), text);
    }
}

}  // namespace
}  // namespace turntile::tests
