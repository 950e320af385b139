#include "app/log_line.hpp"

#include <gtest/gtest.h>

namespace turntile::tests {
namespace {

using app::FileMark;
using app::IntentOutcome;
using app::LogDone;
using app::LogIntent;
using app::LogLine;
using app::LogStart;
using app::outcome_of;

LogLine there_and_back(const LogLine& line) {
    const std::string text = app::text_of(line);
    EXPECT_EQ(text.find('\n'), text.size() - 1);
    return app::parse_log_line(std::string_view(text).substr(0, text.size() - 1));
}

const LogIntent in_place = {.path = "/photos/a\n\xFF.jpg",
                            .turn = Turn::rotate_90,
                            .hidden_name = ".a\n\xFF.jpg.turntile-123456",
                            .hidden = {18'000'000'000'000'000'001U, 200, -7},
                            .source = FileMark{10, 100, 1'700'000'000'123'456'789}};

TEST(LogLine, IsReadAsItWasWritten) {
    EXPECT_EQ(std::get<LogStart>(there_and_back(LogStart{"rotate --x=\xFF"})).request,
              "rotate --x=\xFF");
    const auto intent = std::get<LogIntent>(there_and_back(in_place));
    EXPECT_EQ(intent.path, in_place.path);
    EXPECT_EQ(intent.turn, Turn::rotate_90);
    EXPECT_EQ(intent.hidden_name, in_place.hidden_name);
    EXPECT_EQ(intent.hidden, in_place.hidden);
    EXPECT_EQ(intent.source, in_place.source);
    LogIntent new_file = in_place;
    new_file.source.reset();
    EXPECT_FALSE(std::get<LogIntent>(there_and_back(new_file)).source);
    const auto done = std::get<LogDone>(there_and_back(LogDone{"/photos/b.jpg", Turn::transpose}));
    EXPECT_EQ(done.path, "/photos/b.jpg");
    EXPECT_EQ(done.turn, Turn::transpose);
}

TEST(LogLine, IsRefusedIfItIsNone) {
    for (const char* text :
         {"", "{", "[]", "3", "{}", R"({"event":"done"})", R"({"event":"other","path":"a"})",
          R"({"event":"done","path":"a","turn":"sideways"})", R"({"turntile_log":2,"request":"x"})",
          R"({"event":"intent","path":"a","turn":"none"})"})
        EXPECT_ANY_THROW(app::parse_log_line(text)) << text;
}

TEST(Intent, OutcomeIsDecidedByInode) {
    const auto at = [](const FileMark& mark) { return outcome_of(in_place, mark, std::nullopt); };
    EXPECT_EQ(at(in_place.hidden), IntentOutcome::published);
    EXPECT_EQ(at({in_place.hidden.inode, 1, 1}), IntentOutcome::published) << "edited since";
    EXPECT_EQ(at(*in_place.source), IntentOutcome::unpublished);
    EXPECT_EQ(outcome_of(in_place, std::nullopt, std::nullopt), IntentOutcome::unpublished);
}

TEST(Intent, OutcomeIsUnclearWhereTheFileWasReplacedSince) {
    const FileMark other = {11, 1, 1};
    const FileMark with_the_freed_number = {in_place.source->inode, 1, 1};
    for (const FileMark& now : {other, with_the_freed_number}) {
        EXPECT_EQ(outcome_of(in_place, now, std::nullopt), IntentOutcome::unclear);
        EXPECT_EQ(outcome_of(in_place, now, other), IntentOutcome::unclear);
        EXPECT_EQ(outcome_of(in_place, now, in_place.hidden), IntentOutcome::unpublished)
            << "the hidden file is still there";
    }
}

TEST(Intent, OutcomeIsDecidedBySizeAndTimeWhereInodesDoNotLast) {
    const auto renumbered = [](FileMark mark) {
        mark.inode = 11;
        return mark;
    };
    EXPECT_EQ(outcome_of(in_place, renumbered(in_place.hidden), std::nullopt),
              IntentOutcome::published);
    EXPECT_EQ(outcome_of(in_place, renumbered(*in_place.source), std::nullopt),
              IntentOutcome::unpublished);
    LogIntent alike = in_place;
    alike.source = FileMark{10, alike.hidden.size_bytes, alike.hidden.modified_ns};
    EXPECT_EQ(outcome_of(alike, renumbered(alike.hidden), std::nullopt), IntentOutcome::unclear);
}

TEST(Intent, WithoutASourceToLoseIsDoneAgainInDoubt) {
    LogIntent new_file = in_place;
    new_file.source.reset();
    EXPECT_EQ(outcome_of(new_file, FileMark{11, 1, 1}, std::nullopt), IntentOutcome::unpublished);
    EXPECT_EQ(outcome_of(new_file, new_file.hidden, std::nullopt), IntentOutcome::published);
}

}  // namespace
}  // namespace turntile::tests
