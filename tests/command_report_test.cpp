// What the program says: the summary, JSON lines, help, version, devices, bench.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using Json = nlohmann::json;

TEST(Summary, ShowsCountsThroughputAndBackend) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(2000, 1000, CV_8UC3, 1));
    write_picture(folder / "b.jpg", smooth_picture(1000, 1000));
    const Outcome run =
        run_turntile({"rotate", "90", "a.png", "b.jpg", "-o", "out", "--backend", "cpu"},
                     {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("2 images, 3.0 MP in "), std::string::npos) << run.out;
    for (const char* word : {"images/s", "MP/s", "turned 2", "failed 0", "backend cpu", "tiled",
                             "decode", "encode", "GB/s", "a copy"})
        EXPECT_NE(run.out.find(word), std::string::npos) << word << " in " << run.out;
    EXPECT_EQ(run.err, "");
}

TEST(Quiet, SilencesNotesAndSummaryButNotErrors) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(20, 10, CV_8UC3, 1));
    fs::create_symlink("a.png", folder / "b.png");
    const Outcome run =
        run_turntile({"rotate", "90", "-q", "a.png", "b.png", "missing.png", "-o", "out"},
                     {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(lines_of(run.err).size(), 1U) << run.err;
}

TEST(JsonLines, DescribeEachFileAndTheRun) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(20, 10, CV_8UC3, 1));
    write_text(folder / "bad\xFF.jpg", "text");
    const Outcome run =
        run_turntile({"rotate", "90", "a.png", "bad\xFF.jpg", "-o", "out", "--json", "--naive"},
                     {.folder = folder.path()});
    EXPECT_EQ(run.exit_code, 1);
    std::vector<Json> objects;
    for (const std::string& line : lines_of(run.out))
        objects.push_back(Json::parse(line));
    ASSERT_EQ(objects.size(), 3U) << run.out;
    std::sort(objects.begin(), objects.end() - 1,
              [](const Json& a, const Json& b) { return a["index"] < b["index"]; });

    const Json& good = objects[0];
    EXPECT_EQ(good["schema"], 1);
    EXPECT_EQ(good["path"], "a.png");
    EXPECT_EQ(good["output"], "out/a.png");
    EXPECT_EQ(good["status"], "turned");
    EXPECT_EQ(good["turn"], "rotate_90");
    EXPECT_EQ(good["format"], "PNG");
    EXPECT_EQ(good["pixels"], "8UC3");
    EXPECT_EQ(good["width"], 10);
    EXPECT_EQ(good["height"], 20);
    EXPECT_EQ(good["written_bytes"], fs::file_size(folder / "out/a.png"));
    EXPECT_GT(good["ms"]["decode"], 0.0);

    const Json& bad = objects[1];
    EXPECT_EQ(bad["status"], "failed");
    EXPECT_EQ(bad["path"], "bad\xEF\xBF\xBD.jpg");
    EXPECT_EQ(bad["path_base64"], "YmFk/y5qcGc=");
    EXPECT_NE(bad["error"].get<std::string>().find("not an image"), std::string::npos);

    const Json& summary = objects[2];
    EXPECT_EQ(summary["summary"], true);
    EXPECT_EQ(summary["planned"], 2);
    EXPECT_EQ(summary["turned"], 1);
    EXPECT_EQ(summary["failed"], 1);
    EXPECT_EQ(summary["method"], "naive");
    EXPECT_EQ(summary["bytes_moved"], 2.0 * 20 * 10 * 3);
}

TEST(Help, FitsAScreen) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                  {"rotate", "--help"},
                                                  {"flip", "--help"},
                                                  {"upright", "-h"},
                                                  {"bench", "--help"},
                                                  {"bench", "turn", "--help"},
                                                  {"bench", "launch", "--help"},
                                                  {"bench", "access", "--help"},
                                                  {"devices", "--help"},
                                                  {"transpose", "--help"}}) {
        const Outcome run = run_turntile(words);
        EXPECT_EQ(run.exit_code, 0);
        EXPECT_EQ(run.err, "");
        EXPECT_LE(lines_of(run.out).size(), 45U) << run.out;
        for (const std::string& line : lines_of(run.out))
            EXPECT_LE(line.size(), 100U) << line;
    }
    EXPECT_NE(run_turntile({"--help-all"}).out.find("--ignore-orientation"), std::string::npos);
}

TEST(Help, IsWhatNoWordsGet) {
    const Outcome run = run_turntile({});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("Usage: turntile"), std::string::npos) << run.err;
}

TEST(Version, IsOneLine) {
    const Outcome run = run_turntile({"--version"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.out.rfind("turntile 0.", 0), 0U) << run.out;
    EXPECT_EQ(lines_of(run.out).size(), 1U);
}

TEST(Devices, SayWhatWouldBeUsed) {
    const Outcome run = run_turntile({"devices"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.out.find("cpu"), std::string::npos);
    EXPECT_NE(run.out.find("auto takes"), std::string::npos);
    const Json json = Json::parse(run_turntile({"devices", "--json"}).out);
    EXPECT_GE(json["cpu"]["cores"], 1);
}

TEST(BenchTurn, ShowsCopyNaiveAndTiled) {
    const Outcome run = run_turntile(
        {"bench", "turn", "--backend", "cpu", "--size", "640x480", "--pixel-bytes", "1,3"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (const char* word :
         {"copy", "naive", "tiled", "OpenCV", "1 B", "3 B", "rotate_90, 640x480"})
        EXPECT_NE(run.out.find(word), std::string::npos) << word << " in " << run.out;
}

TEST(BenchTurn, SpeaksJsonAndCsv) {
    const std::vector<std::string> words = {"bench",
                                            "--backend",
                                            "cpu",
                                            "--size",
                                            "320x200,100x100",
                                            "--turn",
                                            "flip_vertical,transpose",
                                            "--pixel-bytes",
                                            "4",
                                            "--pitch",
                                            "tight"};
    std::vector<std::string> json_words = words;
    json_words.emplace_back("--json");
    const std::vector<std::string> rows = lines_of(run_turntile(json_words).out);
    ASSERT_EQ(rows.size(), 4U);
    const Json row = Json::parse(rows[0]);
    EXPECT_EQ(row["turn"], "flip_vertical");
    EXPECT_EQ(row["bytes_moved"], 2.0 * 320 * 200 * 4);
    EXPECT_GT(row["tiled_gbps"], 0.0);
    EXPECT_GT(row["opencv_gbps"], 0.0);
    std::vector<std::string> csv_words = words;
    csv_words.emplace_back("--csv");
    EXPECT_EQ(lines_of(run_turntile(csv_words).out).size(), 5U);
}

}  // namespace
}  // namespace turntile::tests
