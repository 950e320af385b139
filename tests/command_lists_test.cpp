// Where inputs come from besides the command line: lists of names, lists of turns, shards.
#include <gtest/gtest.h>

#include <memory>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using namespace std::string_literals;

const std::vector<std::string> odd_names = {"with space.png", "quote'\".png", "DSC%oZ.png",
                                            "x[0].png",       "tab\t.png",    "new\nline.png",
                                            "-dash.png",      "\xE4\xF6.png", "back\\slash.png"};

class Lists : public ::testing::Test {
  protected:
    Lists() { write_picture(folder / "a.png", picture); }

    void copy_to(const std::string& name) { fs::copy_file(folder / "a.png", folder / name); }

    Outcome run(const std::vector<std::string>& words, const std::string& input = "") {
        return run_turntile(words, {.folder = folder.path(), .input = input});
    }

    void expect_turned(const std::string& name, Turn turn) {
        EXPECT_TRUE(same(turned_by_oracle(picture, turn), read_picture(folder / name))) << name;
    }

    ScratchFolder folder;
    cv::Mat picture = random_picture(7, 5, CV_8UC3, 4);
};

TEST_F(Lists, NameInputsByLine) {
    copy_to("b.png");
    copy_to("c d.png");
    const Outcome from_stdin =
        run({"rotate", "90", "a.png", "--files-from", "-", "-o", "out"}, "b.png\n\nc d.png\n");
    EXPECT_EQ(from_stdin.exit_code, 0) << from_stdin.err;
    for (const char* name : {"out/a.png", "out/b.png", "out/c d.png"})
        expect_turned(name, Turn::rotate_90);
    write_text(folder / "list", "b.png\r\nmissing.png\r\n");
    const Outcome from_file = run({"rotate", "90", "--files-from=list", "-i"});
    EXPECT_EQ(from_file.exit_code, 1);
    EXPECT_NE(from_file.err.find("'missing.png': cannot be found"), std::string::npos)
        << from_file.err;
    expect_turned("b.png", Turn::rotate_90);
}

TEST_F(Lists, NameInputsOfAnyBytes) {
    std::string list;
    for (const std::string& name : odd_names) {
        copy_to(name);
        list += name + '\0';
    }
    const Outcome outcome =
        run({"rotate", "90", "--files-from", "-", "-0", "-o", "out"}, list + "\0\0"s);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(names_in(folder / "out").size(), odd_names.size());
    for (const std::string& name : odd_names)
        expect_turned("out/" + name, Turn::rotate_90);
}

TEST_F(Lists, KeepTheirOrder) {
    for (const char* name : {"z.png", "m.png"})
        copy_to(name);
    const Outcome outcome =
        run({"rotate", "90", "--files-from", "-", "-o", "out", "-n"}, "z.png\na.png\nm.png\n");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto at = [&](const char* name) { return outcome.out.find(name); };
    EXPECT_LT(at("'z.png'"), at("'a.png'"));
    EXPECT_LT(at("'a.png'"), at("'m.png'"));
}

TEST_F(Lists, ThatCannotBeReadAreWrongUsage) {
    for (const char* list : {"missing", "."}) {
        const Outcome outcome = run({"rotate", "90", "--files-from", list, "-o", "out"});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_NE(outcome.err.find("the list '"s + list), std::string::npos) << outcome.err;
        EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.png"});
    }
    EXPECT_EQ(run({"rotate", "90", "a.png", "-0", "-o", "out"}).exit_code, 2);
}

TEST_F(Lists, ThatAreEmptyLeaveNothingToDo) {
    const Outcome outcome = run({"rotate", "90", "--files-from", "-", "-o", "out"}, "\n\n");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.err.find("names no file"), std::string::npos) << outcome.err;
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.png"});
}

TEST_F(Lists, OfTurnsGiveEachFileItsOwn) {
    copy_to("b.png");
    copy_to("c.png");
    const Outcome outcome = run({"apply", "-", "-o", "out"},
                                "rotate 90\ta.png\n"
                                "-90\ta.png\tleft.png\n"
                                "rotate_180\ta.png\tdeep/er/\n"
                                "flip horizontal\tb.png\tx.tif\n"
                                "\n"
                                "flip_vertical\tc.png\t" +
                                    (folder / "there.png").native() +
                                    "\n"
                                    "transpose\tc.png\tt.png\n"
                                    "transverse\tc.png\ttv.png\n"
                                    "upright\tc.png\n");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_turned("out/a.png", Turn::rotate_90);
    expect_turned("out/left.png", Turn::rotate_270);
    expect_turned("out/deep/er/a.png", Turn::rotate_180);
    expect_turned("out/x.tif", Turn::flip_horizontal);
    EXPECT_EQ(read_text(folder / "out/x.tif").substr(0, 2), "II");
    expect_turned("there.png", Turn::flip_vertical);
    expect_turned("out/t.png", Turn::transpose);
    expect_turned("out/tv.png", Turn::transverse);
    EXPECT_EQ(read_bytes(folder / "out/c.png"), read_bytes(folder / "c.png"));
}

TEST_F(Lists, OfTurnsWorkInPlaceAndWithoutAFolder) {
    copy_to("b.png");
    EXPECT_EQ(run({"apply", "-", "-i"}, "90\ta.png\n180\tb.png\n").exit_code, 0);
    expect_turned("a.png", Turn::rotate_90);
    expect_turned("b.png", Turn::rotate_180);
    EXPECT_EQ(run({"apply", "-"}, "-90\ta.png\tback.png\n").exit_code, 0);
    expect_turned("back.png", Turn::none);
}

TEST_F(Lists, OfTurnsTakeNamesOfAnyBytes) {
    std::string list;
    for (const std::string& name : odd_names) {
        copy_to(name);
        list += "rotate 90\0"s + name + '\0' + "out/" + name + '\0';
    }
    copy_to("last.png");
    list += "180\0last.png\0\0"s;
    const Outcome outcome = run({"apply", "-", "-0", "-o", "new"}, list);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const std::string& name : odd_names)
        expect_turned("new/out/" + name, Turn::rotate_90);
    expect_turned("new/last.png", Turn::rotate_180);
}

TEST_F(Lists, OfTurnsWalkFolders) {
    fs::create_directories(folder / "in/deep");
    copy_to("in/deep/b.png");
    EXPECT_EQ(run({"apply", "-", "-r", "-o", "out"}, "90\tin\n180\tin\tother\n").exit_code, 0);
    expect_turned("out/deep/b.png", Turn::rotate_90);
    expect_turned("out/other/deep/b.png", Turn::rotate_180);
}

TEST_F(Lists, OfTurnsNameEveryLineThatMakesNoSense) {
    const Outcome outcome = run({"apply", "-", "-o", "out"},
                                "90\ta.png\n"
                                "spin\ta.png\n"
                                "rotate 45\ta.png\n"
                                "flip\ta.png\n"
                                "rotate 90\n"
                                "90\t\n"
                                "90\ta.png\tb.gif\n"
                                "90\ta.png\tb.png\tc.png\n");
    EXPECT_EQ(outcome.exit_code, 2);
    for (const char* part :
         {"line 2: 'spin' is no turn", "line 3: rotate:", "line 4: flip:", "line 5: no tab",
          "line 6: no INPUT", "line 7: 'out/b.gif'", "line 8: more than two tabs"})
        EXPECT_NE(outcome.err.find("standard input, "s + part), std::string::npos)
            << part << " in " << outcome.err;
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.png"});
}

TEST_F(Lists, OfTurnsNeedToKnowWhereResultsGo) {
    EXPECT_EQ(run({"apply", "-"}, "90\ta.png\n").exit_code, 2);
    EXPECT_EQ(run({"apply", "-", "-i"}, "90\ta.png\tb.png\n").exit_code, 2);
    EXPECT_EQ(run({"apply", "-", "-i", "-o", "out"}, "90\ta.png\n").exit_code, 2);
    EXPECT_EQ(run({"apply", "-", "-0", "-o", "out"}, "90\0a.png\0"s).exit_code, 2);
    EXPECT_EQ(run({"apply", "-o", "out"}).exit_code, 2);
    EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.png"});
}

TEST_F(Lists, OfTurnsThatContradictThemselvesAreRefused) {
    const Outcome twice = run({"apply", "-", "-i"}, "90\ta.png\n180\t./a.png\n");
    EXPECT_EQ(twice.exit_code, 2);
    EXPECT_NE(twice.err.find("would be turned in place by"), std::string::npos) << twice.err;
    EXPECT_EQ(run({"apply", "-", "-o", "out"}, "90\ta.png\n180\ta.png\n").exit_code, 2);
    EXPECT_EQ(run({"apply", "-"}, "90\ta.png\tb.png\n180\ta.png\t./b.png\n").exit_code, 2);
    // What one line replaces, another one still has to read.
    const Outcome eaten =
        run({"apply", "-", "--overwrite"}, "90\ta.png\ta.png\n180\ta.png\tb.png\n");
    EXPECT_EQ(eaten.exit_code, 2);
    EXPECT_NE(eaten.err.find("another input"), std::string::npos) << eaten.err;
    EXPECT_EQ(run({"apply", "-", "-i", "-q"}, "90\ta.png\n90\t./a.png\n").exit_code, 0);
    expect_turned("a.png", Turn::rotate_90);
}

TEST_F(Lists, AFileAndTheFolderOfOthersCannotHaveOneName) {
    fs::create_directories(folder / "x");
    fs::create_directories(folder / "y/a.png/z");
    copy_to("x/a.png");
    copy_to("y/a.png/z/b.png");
    const Outcome outcome = run({"rotate", "90", "-r", "x", "y", "-o", "new/out"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("new/out/a.png' would be a file, and the folder"), std::string::npos)
        << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "new"));
}

TEST_F(Lists, SplitIntoShardsThatTakeEachFileOnce) {
    fs::create_directories(folder / "in/deep");
    for (int i = 0; i < 40; ++i)
        copy_to("in/" + std::string(i % 2 == 0 ? "deep/" : "") + std::to_string(i) + ".png");
    int taken = 0;
    for (const char* shard : {"2/3", "1/3", "3/3"}) {
        const Outcome outcome =
            run({"rotate", "90", "-i", "-r", "in", "--shard", shard, "--json", "-q"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        std::size_t at = outcome.out.find("\"turned\":");
        const int turned = std::stoi(outcome.out.substr(at + 9));
        EXPECT_GT(turned, 4);
        taken += turned;
    }
    EXPECT_EQ(taken, 40);
    for (int i = 0; i < 40; ++i)
        expect_turned("in/" + std::string(i % 2 == 0 ? "deep/" : "") + std::to_string(i) + ".png",
                      Turn::rotate_90);
}

TEST_F(Lists, SplitIntoShardsThatRunAtOnce) {
    std::vector<std::string> names;
    for (int i = 0; i < 60; ++i) {
        const std::string below = "d" + std::to_string(i % 6) + "/deep/er/";
        fs::create_directories(folder / "in" / below);
        names.push_back(below + std::to_string(i) + ".png");
        copy_to("in/" + names.back());
    }
    std::vector<std::unique_ptr<Started>> shards;
    for (int i = 1; i <= 4; ++i)
        shards.push_back(std::make_unique<Started>(
            turntile_path(),
            std::vector<std::string>{"rotate", "90", "-r", "in", "-o", "new/out", "-j", "2",
                                     "--shard", std::to_string(i) + "/4"},
            RunOptions{.folder = folder.path()}));
    for (const auto& shard : shards) {
        const Outcome outcome = shard->wait();
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    for (const std::string& name : names)
        expect_turned("new/out/" + name, Turn::rotate_90);
}

TEST_F(Lists, OfAShardMindNoOutputsOfTheOthers) {
    std::vector<std::string> words = {"rotate", "90", "-o", "out", "--shard", "", "-q"};
    for (int i = 0; i < 8; ++i) {
        copy_to(std::to_string(i) + ".png");
        words.push_back(std::to_string(i) + ".png");
    }
    for (const char* shard : {"1/2", "2/2"}) {
        words[5] = shard;
        EXPECT_EQ(run(words).exit_code, 0);
    }
    EXPECT_EQ(names_in(folder / "out").size(), 8U);
    EXPECT_EQ(run(words).exit_code, 2);  // now its own are there
    words.push_back("./deep/0.png");
    fs::create_directory(folder / "deep");
    copy_to("deep/0.png");
    words[3] = "other";
    for (const char* shard : {"1/2", "2/2"}) {  // a clash is every shard's
        words[5] = shard;
        EXPECT_EQ(run(words).exit_code, 2);
    }
    for (const char* shard : {"0/2", "3/2", "1", "1/0", "x/2", "1/"}) {
        words[5] = shard;
        EXPECT_EQ(run(words).exit_code, 2) << shard;
    }
}

TEST_F(Lists, SkipWhatIsThere) {
    copy_to("b.png");
    fs::create_directory(folder / "out");
    write_text(folder / "out/a.png", "mine");
    const std::vector<std::string> words = {"rotate", "90",  "a.png",  "b.png",
                                            "-o",     "out", "--json", "--skip-existing"};
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("\"skipped\":1"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("\"reason\":\"its output exists\""), std::string::npos);
    EXPECT_NE(outcome.err.find("skipped 1"), std::string::npos) << outcome.err;
    EXPECT_EQ(read_text(folder / "out/a.png"), "mine");
    expect_turned("out/b.png", Turn::rotate_90);
    EXPECT_NE(run(words).out.find("\"skipped\":2"), std::string::npos);
    EXPECT_EQ(run({"rotate", "90", "a.png", "-i", "--skip-existing"}).exit_code, 2);
    EXPECT_EQ(run({"rotate", "90", "a.png", "-o", "x", "--skip-existing", "--overwrite"}).exit_code,
              2);
}

TEST_F(Lists, SkipNoFolderAndNoBrokenLink) {
    copy_to("b.png");
    fs::create_directories(folder / "out/a.png");
    fs::create_symlink("nowhere", folder / "out/b.png");
    const Outcome outcome = run({"rotate", "90", "a.png", "b.png", "-o", "out", "--skip-existing"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("'out/a.png' is a folder"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("'out/b.png' is no regular file"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace turntile::tests
