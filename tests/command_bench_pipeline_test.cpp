// turntile bench pipeline, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using Json = nlohmann::json;

std::vector<Json> rows_of(const std::string& text) {
    std::vector<Json> rows;
    for (const std::string& line : lines_of(text))
        rows.push_back(Json::parse(line));
    return rows;
}

class BenchPipeline : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(scratch_ / "pictures");
        fs::create_directories(scratch_ / "tmp");
        write_picture(scratch_ / "pictures/a.jpg", smooth_picture(300, 200));
        write_picture(scratch_ / "pictures/b.png", random_picture(100, 200, CV_8UC3, 1));
    }
    Outcome bench(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"bench", "pipeline", "--backend", "cpu", "-j", "2"});
        return run_turntile(arguments, {.folder = scratch_.path(),
                                        .environment = {"TMPDIR=" + (scratch_ / "tmp").native()}});
    }
    ScratchFolder scratch_;
};

TEST_F(BenchPipeline, MeasuresEachStageAndAllTogether) {
    const Outcome run = bench({"pictures", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::vector<Json> rows = rows_of(run.out);
    std::vector<std::string> names;
    for (const Json& row : rows)
        names.push_back(row.at("row"));
    EXPECT_EQ(names, std::vector<std::string>({"read", "decode", "turn", "encode", "write",
                                               "decode + encode", "whole pipeline", "ratio"}));
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        EXPECT_GT(rows[i].at("ms"), 0) << names[i];
        EXPECT_EQ(rows[i].at("images"), 2);
        EXPECT_EQ(rows[i].at("workers"), 2);
        EXPECT_NEAR(rows[i].at("megapixels"), 0.08, 1e-9);
    }
    EXPECT_GT(rows.back().at("pipeline_to_codecs"), 0);
}

TEST_F(BenchPipeline, LeavesNothingBehind) {
    ASSERT_EQ(bench({"pictures", "--csv"}).exit_code, 0);
    EXPECT_TRUE(fs::is_empty(scratch_ / "tmp"));
    EXPECT_EQ(std::distance(fs::directory_iterator(scratch_ / "pictures"), {}), 2);
}

TEST_F(BenchPipeline, NamesWhatFailsAndMeasuresTheRest) {
    write_text(scratch_ / "pictures/c.jpg", "no picture");
    const Outcome run = bench({"pictures"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("c.jpg"), std::string::npos) << run.err;
    EXPECT_NE(run.out.find("whole pipeline"), std::string::npos) << run.out;
}

TEST_F(BenchPipeline, RefusesWrongUsage) {
    EXPECT_EQ(bench({"pictures", "more"}).exit_code, 2);
    EXPECT_EQ(bench({"tmp"}).exit_code, 2) << "there are no pictures";
    EXPECT_EQ(bench({"pictures", "--json", "--csv"}).exit_code, 2);
    EXPECT_EQ(bench({"pictures", "--backend", "abacus"}).exit_code, 2);
}

}  // namespace
}  // namespace turntile::tests
