#include "io/temporary_name.hpp"

#include <gtest/gtest.h>

namespace turntile::tests {
namespace {

using io::stem_of_temporary;
using io::temporary_name;

TEST(TemporaryName, FitsTheFileSystem) {
    const std::string longest(255, 'n');
    EXPECT_EQ(temporary_name("a.jpg", "123456"), ".a.jpg.turntile-123456");
    EXPECT_EQ(temporary_name(longest, "123456").size(), 255U);
    EXPECT_EQ(temporary_name(std::string(238, 'n'), "123456").size(), 255U);
}

TEST(TemporaryName, IsCutBetweenCharacters) {
    const auto kept = [](const std::string& name) {
        const std::string whole = temporary_name(name, "123456");
        return whole.substr(1, whole.size() - 17);
    };
    const std::string two = "\xC3\xA9";
    const std::string four = "\xF0\x9F\x93\xB7";
    for (std::size_t before = 230; before <= 238; ++before)
        for (const std::string& character : {two, four}) {
            std::string name(before, 'n');
            while (name.size() < 255 - character.size())
                name += character;
            const std::string start = kept(name);
            EXPECT_EQ((start.size() - before) % character.size(), 0U);
            EXPECT_GT(start.size() + character.size(), 238U);
            EXPECT_LE(start.size(), 238U);
        }
    EXPECT_EQ(kept(std::string(255, '\x80')).size(), 238U);
}

TEST(TemporaryName, IsKnownAgain) {
    EXPECT_EQ(io::random_suffix().size(), io::random_suffix_bytes);
    for (const std::string& name : {std::string("a.jpg"), std::string(250, 'n'), std::string("-")})
        EXPECT_EQ(stem_of_temporary(temporary_name(name, io::random_suffix())),
                  io::temporary_stem(name));
    for (const char* other : {"", ".", "a.jpg", ".a.jpg", ".a.jpg.turntile-12345",
                              ".a.jpg.turntile-12345.", "a.jpg.turntile-123456", "123456"})
        EXPECT_EQ(stem_of_temporary(other), "") << other;
}

}  // namespace
}  // namespace turntile::tests
