#include "app/input_list.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "app/option_values.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::app {
namespace {

using Entries = std::vector<std::string>;

/// The entries of a list with `text`.
Entries entries_of(const std::string& text, ListEnds ends = ListEnds::lines) {
    const tests::ScratchFolder folder;
    tests::write_text(folder / "list", text);
    Entries entries;
    std::size_t count = 0;
    read_list(folder / "list", ends, [&](std::string_view entry, std::size_t number) {
        entries.emplace_back(entry);
        EXPECT_EQ(number, ++count);
    });
    return entries;
}

TEST(InputList, HasAnEntryOnEachLine) {
    EXPECT_EQ(entries_of(""), Entries{});
    EXPECT_EQ(entries_of("a.jpg\n\nb c.jpg\n"), (Entries{"a.jpg", "", "b c.jpg"}));
    EXPECT_EQ(entries_of("no end"), Entries{"no end"});
    EXPECT_EQ(entries_of(" '\"%o[0]\xFF \n-x\n"), (Entries{" '\"%o[0]\xFF ", "-x"}));
}

TEST(InputList, OfWindowsLosesItsMarks) {
    EXPECT_EQ(entries_of("\xEF\xBB\xBF"
                         "a.jpg\r\nb.jpg\r\n\r\nc.jpg"),
              (Entries{"a.jpg", "b.jpg", "", "c.jpg"}));
    // The first line has no CR, so one at the end of another is part of a name.
    EXPECT_EQ(entries_of("a.jpg\nodd\r\n"), (Entries{"a.jpg", "odd\r"}));
}

TEST(InputList, HoldsAnyBytesBetweenNuls) {
    using namespace std::string_literals;
    EXPECT_EQ(entries_of("new\nline\0\0tab\t\r\0end"s, ListEnds::nuls),
              (Entries{"new\nline", "", "tab\t\r", "end"}));
}

TEST(InputList, IsCutRightWherePiecesMeet) {
    Entries expected;
    std::string text;
    for (int i = 0; i < 20'000; ++i) {
        expected.push_back(std::string(static_cast<std::size_t>(i) % 40, 'x') + std::to_string(i));
        text += expected.back() + "\n";
    }
    EXPECT_EQ(entries_of(text), expected);
}

TEST(InputList, ThatCannotBeReadIsWrongUsage) {
    const auto nothing = [](std::string_view, std::size_t) {};
    EXPECT_THROW(read_list("/nowhere/list", ListEnds::lines, nothing), UsageError);
    EXPECT_THROW(read_list("/", ListEnds::lines, nothing), UsageError);
    EXPECT_THROW(entries_of(std::string("a\0b\n", 4)), UsageError);
}

}  // namespace
}  // namespace turntile::app
