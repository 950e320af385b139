// turntile bench access without a GPU, and the scripts that read its report.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

const std::string tools = TURNTILE_TOOLS;
const std::string docs = TURNTILE_DOCS;

// On every machine alike: no GPU is visible.
Outcome bench_access(std::vector<std::string> words) {
    words.insert(words.begin(), {"bench", "access"});
    return run_turntile(words, {.environment = {"CUDA_VISIBLE_DEVICES="}});
}

TEST(BenchAccess, PrintsThePredictionsAloneWithoutAGpu) {
    const Outcome run = bench_access({});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.err.rfind("turntile: note: no GPU", 0), 0U) << run.err;
    for (const char* word : {"stride-32", "store-offset-30", "aos12-one-field", "tile33-4px",
                             "texture-array-copied-1024", "predicted", "hot"})
        EXPECT_NE(run.out.find(word), std::string::npos) << word << " in " << run.out;
    EXPECT_EQ(run.out.find("GB/s"), std::string::npos) << run.out;
    for (const std::string& line : lines_of(run.out)) {
        EXPECT_LE(line.size(), 100U) << line;
        EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
    }
}

TEST(BenchAccess, ShowsOnlyTheRowsAndGroupsAskedFor) {
    const Outcome run = bench_access({"--only", "stride-25,pinned", "--csv", "--once"});
    EXPECT_EQ(run.exit_code, 0);
    const std::vector<std::string> lines = lines_of(run.out);
    ASSERT_EQ(lines.size(), 4U) << run.out;
    EXPECT_EQ(lines[0].rfind("group,row,", 0), 0U);
    EXPECT_EQ(lines[1].rfind("loads,stride-25,", 0), 0U);
    EXPECT_EQ(lines[3].rfind("pinned,pinned-offset-1,", 0), 0U);
}

TEST(BenchAccess, HasAsManyFieldsInEveryLineOfItsCsv) {
    const std::vector<std::string> lines = lines_of(bench_access({"--csv"}).out);
    ASSERT_GT(lines.size(), 70U);
    for (const std::string& line : lines)
        EXPECT_EQ(std::count(line.begin(), line.end(), ','), 19) << line;
}

TEST(BenchAccess, SpeaksJson) {
    const Outcome run = bench_access({"--only", "stride-2,copy", "--json"});
    const std::vector<std::string> lines = lines_of(run.out);
    ASSERT_EQ(lines.size(), 2U) << run.out;
    const auto stride = nlohmann::json::parse(lines[0]);
    EXPECT_EQ(stride["row"], "stride-2");
    EXPECT_EQ(stride["predicted"]["sectors_per_load"], 8);
    EXPECT_EQ(stride["predicted_percent"], 50.0);
    EXPECT_TRUE(stride["gbps"].is_null());
    EXPECT_TRUE(nlohmann::json::parse(lines[1])["predicted"].is_null());
}

TEST(BenchAccess, RefusesRowsThatDoNotExist) {
    const Outcome run = bench_access({"--only", "stride-3"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("stride-3"), std::string::npos) << run.err;
    EXPECT_EQ(bench_access({"--only", ""}).exit_code, 2);
    EXPECT_EQ(bench_access({"--json", "--csv"}).exit_code, 2);
}

// Stands in for ncu: runs the program, and reports what it predicted, sectors and conflicts times
// FACTOR, without the first ROWS_LESS rows.
constexpr const char* stand_in_for_ncu = R"(#!/bin/bash
while [[ $1 == --* ]]; do
  [ "$1" = --metrics ] && metrics=$2
  [ "$1" = --log-file ] && log=$2
  [ "$1" = --csv ] && shift || shift 2
done
report=$("$@") || exit
echo "$report"
{
  echo '==PROF== Connected'
  echo "\"ID\",\"Kernel Name\",\"${metrics//,/\",\"}\""
  echo '"","","","","","","","",""'
  echo "$report" | awk -F, -v f="$FACTOR" -v less="$ROWS_LESS" '
    NR > 1 + less && $6 != "" {
      loads = sprintf("%d", $7 * f); millions = int(loads / 1000000)
      if (millions) loads = sprintf("%d,%06d", millions, loads % 1000000)
      printf "\"%d\",\"tile<32, 4>(int)\",\"%s\",\"%d\",\"%d\",\"%d\",\"%d\",\"%d\",\"5\"\n", n++, loads, $10 * f, $8 * f, $11 * f, $12 + $13 * f, $14
    }'
} > "$log"
)";

Outcome check_counters(const std::string& factor, const std::string& rows_less = "0") {
    const ScratchFolder folder;
    write_text(folder / "ncu", stand_in_for_ncu);
    fs::permissions(folder / "ncu", fs::perms::all);
    const std::string path = std::string(std::getenv("PATH"));
    return Started(tools + "/check_counters",
                   {turntile_path(), "stride-2,store-stride-1,aos12-all-fields,tile32-4px"},
                   {.environment = {"PATH=" + folder.path().native() + ":" + path,
                                    "CUDA_VISIBLE_DEVICES=", "FACTOR=" + factor,
                                    "ROWS_LESS=" + rows_less}})
        .wait();
}

TEST(CheckCounters, PassesWhatIsWithinTwoPercent) {
    for (const char* factor : {"1", "1.019", "0.981"}) {
        const Outcome run = check_counters(factor);
        EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
        EXPECT_NE(run.out.find("4 rows; 0 counters"), std::string::npos) << run.out;
    }
    EXPECT_NE(check_counters("1").out.find("bank conflicts         65011712       65011712"),
              std::string::npos)
        << check_counters("1").out;
}

TEST(CheckCounters, FailsWhatIsNot) {
    for (const char* factor : {"1.03", "0.97"}) {
        const Outcome run = check_counters(factor);
        EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
        EXPECT_NE(run.out.find("WRONG"), std::string::npos) << run.out;
    }
}

TEST(CheckCounters, SaysWhenItCannotBeTried) {
    EXPECT_EQ(check_counters("1", "1").exit_code, 2);
    const ScratchFolder no_ncu;
    for (const char* tool : {"bash", "dirname"})
        fs::create_symlink(std::string("/usr/bin/") + tool, no_ncu / tool);
    const Outcome run = Started(tools + "/check_counters", {turntile_path()},
                                {.environment = {"PATH=" + no_ncu.path().native()}})
                            .wait();
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("ncu"), std::string::npos) << run.err;
}

TEST(PlotStrides, DrawsThePublishedPlotFromItsCsv) {
    const Outcome run =
        Started(tools + "/plot_strides",
                {docs + "/bench_access_h200.csv", "NVIDIA H200: what a stride costs"}, {})
            .wait();
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, read_text(docs + "/access_strides_h200.svg"));
}

TEST(PlotStrides, RefusesAReportWithoutMeasurements) {
    const ScratchFolder folder;
    write_text(folder / "predicted.csv", bench_access({"--csv"}).out);
    const Outcome run =
        Started(tools + "/plot_strides", {(folder / "predicted.csv").native(), "title"}, {}).wait();
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("no measured strides"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace turntile::tests
