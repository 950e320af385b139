#include "app/stale_temporaries.hpp"

#include <gtest/gtest.h>

#include "io/publish_file.hpp"
#include "io/temporary_name.hpp"
#include "tests/file_checks.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using app::StaleTemporaries;
using Names = std::vector<std::string>;

constexpr useconds_t tick_us = 20'000;  // of the clock that file systems use

TEST(StaleTemporaries, AreRemovedBesideTheirTarget) {
    const ScratchFolder folder;
    const std::string longest(255, 'n');
    for (const std::string& name : {std::string("a.jpg"), std::string("b.jpg"), longest})
        write_text(folder / io::temporary_name(name, "123456"), "half");
    write_text(folder / io::temporary_name("a.jpg", "abcdef"), "");
    ::usleep(tick_us);
    StaleTemporaries stale;
    stale.remove_those_of(folder / "a.jpg");
    stale.remove_those_of(folder / longest);
    EXPECT_EQ(stale.removed(), 3U);
    EXPECT_EQ(names_in(folder.path()), Names{".b.jpg.turntile-123456"});
}

TEST(StaleTemporaries, AreNotThoseInUseNorYoungerNorOthers) {
    const ScratchFolder folder;
    const io::TemporaryFile used(folder / "a.jpg");
    write_text(folder / ".a.jpg.turntile-12345", "another name");
    fs::create_directory(folder / ".a.jpg.turntile-folder");
    fs::create_symlink("/etc/passwd", folder / ".a.jpg.turntile-linked");
    ::usleep(tick_us);
    StaleTemporaries stale;
    ::usleep(tick_us);
    write_text(folder / ".a.jpg.turntile-young1", "");
    const Names before = names_in(folder.path());
    stale.remove_those_of(folder / "a.jpg");
    stale.remove_those_of(folder / "none/a.jpg");
    EXPECT_EQ(stale.removed(), 0U);
    EXPECT_EQ(names_in(folder.path()), before);
}

}  // namespace
}  // namespace turntile::tests
