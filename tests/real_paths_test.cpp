#include "app/real_paths.hpp"

#include <gtest/gtest.h>

#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

TEST(RealPaths, AreTheSameForEverySpelling) {
    const ScratchFolder folder;
    fs::create_directory(folder / "sub");
    fs::create_directory_symlink("sub", folder / "link");
    write_text(folder / "sub/a.jpg", "");
    fs::create_symlink("sub/a.jpg", folder / "b.jpg");
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    app::RealPaths real;
    const fs::path file = folder / "sub/a.jpg";
    for (const char* spelling :
         {"sub/a.jpg", "./sub/a.jpg", "sub/../sub//a.jpg", "link/a.jpg", "b.jpg"})
        EXPECT_EQ(real(spelling), file) << spelling;
    EXPECT_EQ(real(file), file);
    EXPECT_EQ(real("c.jpg"), folder / "c.jpg");
    EXPECT_EQ(real("new/er/c.jpg"), folder / "new/er/c.jpg");
    fs::create_symlink("nowhere", "dangling");
    EXPECT_EQ(real("dangling"), folder / "dangling");
    fs::current_path(before);
}

}  // namespace
}  // namespace turntile::tests
