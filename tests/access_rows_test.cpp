#include "app/access_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/access_prediction.hpp"

namespace turntile::app {
namespace {

TEST(LessonRows, HaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const LessonRow& row : lesson_rows())
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
    for (const LessonGroup& group : lesson_groups())
        EXPECT_TRUE(names.insert(group.name).second) << group.name;
}

TEST(LessonRows, BelongToGroupsOfOneSize) {
    std::set<std::string> seen;
    for (const LessonRow& row : lesson_rows()) {
        const auto& groups = lesson_groups();
        EXPECT_TRUE(std::any_of(groups.begin(), groups.end(), [&](const LessonGroup& group) {
            return group.name == row.group;
        })) << row.name;
        seen.insert(row.group);
    }
    EXPECT_EQ(seen.size(), lesson_groups().size());
}

TEST(LessonRows, AreComparedWithRowsOfTheirKind) {
    for (const LessonRow& row : lesson_rows())
        for (const std::string& name : compared_with(row))
            EXPECT_EQ(lesson_row(name).access.side, row.access.side) << row.name;
}

TEST(LessonRows, CoverWhatTheLessonsClaim) {
    for (const char* prefix : {"", "store-"}) {
        for (const char* row :
             {"stride-1", "stride-2", "stride-4", "stride-8", "stride-16", "stride-25", "stride-32",
              "stride-64", "random", "permuted", "offset-0", "offset-1", "offset-2", "offset-8",
              "offset-16", "offset-30", "offset-31"})
            EXPECT_NO_THROW(lesson_row(std::string(prefix) + row)) << prefix << row;
    }
    for (const char* suffix : {"", "-1024"})
        for (const char* row :
             {"naive-writes-32x8", "naive-writes-16x16", "naive-writes-8x32", "naive-reads-32x8",
              "naive-reads-16x16", "naive-reads-8x32", "ldg", "restrict", "texture-pitch2d",
              "texture-array", "texture-array-copied", "tile32-1px", "tile33-1px", "tile32-4px",
              "tile33-4px", "tiled", "copy"})
            EXPECT_NO_THROW(lesson_row(std::string(row) + suffix)) << row << suffix;
    EXPECT_EQ(lesson_row("stride-32").claim.text, "3.1 %");
}

TEST(LessonRows, ExceedTheCacheFourTimesButForTheHotLadder) {
    const AccessDevice device;
    for (const LessonRow& row : lesson_rows())
        EXPECT_EQ(access_is_hot(row.access, device), row.group == "ladder-1024") << row.name;
}

TEST(LessonRows, OfOthersWorkAreNotPredicted) {
    for (const LessonRow& row : lesson_rows()) {
        const bool ours = row.access.kernel != AccessKernel::tiled &&
                          row.access.kernel != AccessKernel::copy &&
                          row.access.kernel != AccessKernel::gather_memcpy;
        EXPECT_EQ(predict(row.access, {}).has_value(), ours) << row.name;
    }
}

}  // namespace
}  // namespace turntile::app
