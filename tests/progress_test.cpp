#include "app/progress.hpp"

#include <gtest/gtest.h>

namespace turntile::tests {
namespace {

using app::progress_line;
using app::ProgressFigures;

const ProgressFigures half_way = {.planned = 400,
                                  .finished = 200,
                                  .failed = 3,
                                  .megapixels = 4800,
                                  .planned_bytes = 3'000'000,
                                  .finished_bytes = 1'000'000,
                                  .seconds = 40};

TEST(ProgressLine, SaysHowFarHowFastAndHowLong) {
    EXPECT_EQ(progress_line(half_way, 100),
              "200/400, 3 failed, 1 min 20 s left, 5.0 images/s, 120.0 MP/s");
}

TEST(ProgressLine, FitsTheTerminal) {
    const std::string whole = progress_line(half_way, 100);
    for (std::size_t columns = 0; columns <= whole.size(); ++columns)
        EXPECT_LE(progress_line(half_way, columns).size(), columns);
    EXPECT_EQ(progress_line(half_way, whole.size()), whole);
    EXPECT_EQ(progress_line(half_way, 7), "200/400");
}

TEST(ProgressLine, SaysNoRateBeforeThereIsOne) {
    EXPECT_EQ(progress_line({.planned = 7}, 80), "0/7");
    EXPECT_EQ(progress_line({.planned = 7, .finished = 1, .megapixels = 1, .seconds = 0.1}, 80),
              "1/7");
}

TEST(ProgressLine, ReckonsByNumberWhereFilesHaveNoBytes) {
    EXPECT_NE(
        progress_line({.planned = 4, .finished = 1, .seconds = 1800}, 80).find("1 h 30 min left"),
        std::string::npos);
}

}  // namespace
}  // namespace turntile::tests
