// Everything that --json writes stands in docs/json.md, and everything there is written.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using Json = nlohmann::json;
using Fields = std::set<std::string>;

// A run without a GPU has no use for them.
const Fields gpu_fields = {"device", "fallback"};

/// The fields in the table of each section of the page.
std::map<std::string, Fields> documented_fields() {
    std::map<std::string, Fields> fields;
    std::string section;
    for (const std::string& line : lines_of(read_text(JSON_PAGE))) {
        if (line.starts_with("## ")) section = line.substr(3);
        if (line.starts_with("| `")) fields[section].insert(line.substr(3, line.find('`', 3) - 3));
    }
    return fields;
}

Fields fields_of(const Json& object) {
    Fields fields;
    for (const auto& [name, value] : object.items())
        fields.insert(name);
    return fields;
}

/// Whether a field is there when docs/json.md says so.
void expect_the_right_fields(const Json& line) {
    const std::string status = line["status"];
    const bool is_done =
        status == "turned" || status == "lossless" || status == "copied" || status == "untouched";
    const bool is_dry = line.contains("dry_run");
    for (const char* name : {"schema", "index", "path", "output"})
        EXPECT_TRUE(line.contains(name)) << name << " in " << line;
    EXPECT_EQ(line.contains("error"), status == "failed") << line;
    EXPECT_EQ(line.contains("reason"), status == "skipped") << line;
    for (const char* name : {"format", "pixels", "width", "height", "orientation", "turn",
                             "source_bytes", "written_bytes", "ms", "notes"})
        EXPECT_EQ(line.contains(name), is_done) << name << " in " << line;
    EXPECT_EQ(line.contains("backend"), status == "turned" && !is_dry) << line;
}

class JsonReport : public ::testing::Test {
  protected:
    JsonReport() {
        write_picture(folder / "a.png", random_picture(7, 5, CV_8UC3, 1));
        write_text(folder / "bad.png", "Dear diary");
        write_picture(folder / "c.jpg", random_picture(32, 16, CV_8UC3, 2));
        for (const char* name : {"odd\xFF.png", "b.png"})
            fs::copy_file(folder / "a.png", folder / name);
    }

    /// Runs, and collects the lines.
    void run(std::vector<std::string> words, const std::string& input = "") {
        words.emplace_back("--json");
        const Outcome outcome = run_turntile(words, {.folder = folder.path(), .input = input});
        const std::vector<std::string> lines = lines_of(outcome.out);
        ASSERT_FALSE(lines.empty()) << outcome.err;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const Json line = Json::parse(lines[i]);
            EXPECT_EQ(line["schema"], 1);
            EXPECT_EQ(line.contains("summary"), i + 1 == lines.size()) << line;
            (i + 1 < lines.size() ? files : summaries).push_back(line);
        }
    }

    /// One of each kind of line.
    void run_everything() {
        run({"rotate", "90", "a.png", "bad.png", "odd\xFF.png", "missing.png", "-o", "out"});
        run({"rotate", "90", "a.png", "b.png", "-o", "out", "--skip-existing"});
        run({"upright", "a.png", "-o", "copy.png"});
        run({"upright", "a.png", "-i"});
        run({"flip", "vertical", "c.jpg", "-i"});
        run({"rotate", "90", "-", "-o", "new.png"}, read_text(folder / "a.png"));
        run({"rotate", "90", "a.png", "bad.png", "b.png", "-n", "-o", "out", "--skip-existing"});
        run({"rotate", "90", "a.png", "-n", "-o", "-"});
    }

    std::set<std::string> statuses() const {
        std::set<std::string> found;
        for (const Json& line : files)
            found.insert(line["status"]);
        return found;
    }

    ScratchFolder folder;
    std::vector<Json> files;
    std::vector<Json> summaries;
};

TEST_F(JsonReport, HasTheFieldsOfItsPage) {
    run_everything();
    EXPECT_EQ(statuses(), (std::set<std::string>{"copied", "failed", "lossless", "skipped",
                                                 "turned", "untouched"}));
    Fields of_files = gpu_fields;
    Fields of_summaries;
    Fields of_times;
    for (const Json& line : files) {
        of_files.merge(fields_of(line));
        if (line.contains("ms")) of_times.merge(fields_of(line["ms"]));
        expect_the_right_fields(line);
    }
    for (const Json& line : summaries) {
        of_summaries.merge(fields_of(line));
        of_times.merge(fields_of(line["busy_ms"]));
    }
    auto documented = documented_fields();
    EXPECT_EQ(documented["A file's line"], of_files);
    EXPECT_EQ(documented["The summary"], of_summaries);
    EXPECT_EQ(documented["Times"], of_times);
    EXPECT_EQ(documented.size(), 3U);
}

TEST_F(JsonReport, AlwaysHasTheFieldsThatAreAlwaysThere) {
    run_everything();
    Fields always = fields_of(summaries.front());
    always.erase("dry_run");
    for (const Json& line : summaries) {
        Fields fields = fields_of(line);
        fields.erase("dry_run");
        EXPECT_EQ(fields, always);
        EXPECT_EQ(line["planned"].get<int>(),
                  line["turned"].get<int>() + line["lossless"].get<int>() +
                      line["copied"].get<int>() + line["untouched"].get<int>() +
                      line["skipped"].get<int>() + line["failed"].get<int>() +
                      line["left"].get<int>());
    }
}

TEST_F(JsonReport, OfADryRunSaysSo) {
    run({"rotate", "90", "b.png", "bad.png", "a.png", "-n", "-o", "out"});
    ASSERT_EQ(files.size(), 3U);
    for (std::size_t i = 0; i < files.size(); ++i) {
        EXPECT_EQ(files[i]["index"], i);
        EXPECT_EQ(files[i]["dry_run"], true);
    }
    EXPECT_EQ(files[0]["status"], "turned");
    EXPECT_EQ(files[0]["width"], 5);
    EXPECT_EQ(files[0]["written_bytes"], 0);
    EXPECT_EQ(summaries[0]["dry_run"], true);
    EXPECT_EQ(summaries[0]["failed"], 1);
    EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(JsonReport, NamesStandardInput) {
    run({"rotate", "90", "-", "-o", "new.png"}, read_text(folder / "a.png"));
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0]["path"], "-");
    EXPECT_EQ(files[0]["source_bytes"], fs::file_size(folder / "a.png"));
}

TEST_F(JsonReport, KeepsTheBytesOfNames) {
    const std::vector<std::string> names = {"odd\xFF.png", "with space.png", "quote'\".png",
                                            "%o[0].png",   "new\nline.png",  "tab\t.png"};
    std::string list;
    for (const std::string& name : names) {
        if (!fs::exists(folder / name)) fs::copy_file(folder / "a.png", folder / name);
        list += name + '\0';
    }
    for (const bool is_dry : {true, false}) {
        files.clear();
        std::vector<std::string> words = {"rotate", "90", "--files-from", "-", "-0", "-o", "out/"};
        if (is_dry) words.emplace_back("-n");
        run(words, list);
        ASSERT_EQ(files.size(), names.size());
        for (const Json& line : files) {
            const std::string& name = names[line["index"].get<std::size_t>()];
            const bool is_unicode = name.find('\xFF') == std::string::npos;
            EXPECT_EQ(line["path"], is_unicode ? name : "odd\xEF\xBF\xBD.png");
            EXPECT_EQ(line.contains("path_base64"), !is_unicode);
            EXPECT_EQ(line.contains("output_base64"), !is_unicode);
            if (!is_unicode) {
                EXPECT_EQ(line["path_base64"], "b2Rk/y5wbmc=");
                EXPECT_EQ(line["output_base64"], "b3V0L29kZP8ucG5n");
            }
        }
    }
}

}  // namespace
}  // namespace turntile::tests
