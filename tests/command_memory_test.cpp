// Bounded memory, as a user sees it: --max-memory, --device-memory, and how much a long run takes.
#include <gtest/gtest.h>

#include <string>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

TEST(MaxMemory, LetsLargerPicturesThroughAlone) {
    const ScratchFolder folder;
    std::vector<std::string> arguments = {"rotate", "90", "-o",           "out",
                                          "-j",     "4",  "--max-memory", "100K"};
    for (int i = 0; i < 12; ++i) {
        const std::string name = std::to_string(i) + ".png";
        write_picture(folder / name, random_picture(300 + i, 200, CV_8UC3, 1));
        arguments.push_back(name);
    }
    const Outcome run = run_turntile(arguments, {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (int i = 0; i < 12; ++i) {
        const std::string name = std::to_string(i) + ".png";
        EXPECT_TRUE(same(read_picture(folder / "out" / name),
                         turned_by_oracle(read_picture(folder / name), Turn::rotate_90)));
    }
}

TEST(MaxMemory, RefusesWhatIsNoSize) {
    const ScratchFolder folder;
    write_picture(folder / "a.png", random_picture(20, 10, CV_8UC3, 1));
    for (const char* option : {"--max-memory", "--device-memory"})
        for (const char* size : {"0", "-1", "2X", "1.5G", "G", "99999999999T"}) {
            const Outcome run = run_turntile({"rotate", "90", "a.png", "-o", "out", option, size},
                                             {.folder = folder.path()});
            EXPECT_EQ(run.exit_code, 2) << option << " " << size;
            EXPECT_FALSE(fs::exists(folder / "out"));
        }
}

}  // namespace
}  // namespace turntile::tests
