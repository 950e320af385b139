// README's snippets are cut from files that are compiled and run.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& name) {
    std::ifstream file(TURNTILE_ROOT "/" + name);
    EXPECT_TRUE(file.good()) << name;
    Lines lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

bool is_blank(const std::string& line) {
    return line.find_first_not_of(' ') == std::string::npos;
}

// Without the indentation that all lines have, and blank lines at both ends.
std::string trimmed(Lines lines) {
    while (!lines.empty() && is_blank(lines.back()))
        lines.pop_back();
    while (!lines.empty() && is_blank(lines.front()))
        lines.erase(lines.begin());
    std::size_t indent = std::string::npos;
    for (const std::string& line : lines)
        if (!is_blank(line)) indent = std::min(indent, line.find_first_not_of(' '));
    std::string text;
    for (const std::string& line : lines)
        text += (is_blank(line) ? "" : line.substr(indent)) + "\n";
    return text;
}

// Between the lines that say "README begins" and "README ends"; all of a file that does not.
std::string cut_from(const std::string& name) {
    const Lines lines = lines_of(name);
    const auto says = [](const char* words) {
        return [words](const std::string& line) { return line.find(words) != std::string::npos; };
    };
    const auto begin = std::find_if(lines.begin(), lines.end(), says("README begins"));
    const auto end = std::find_if(begin, lines.end(), says("README ends"));
    if (begin == lines.end()) return trimmed(lines);
    EXPECT_NE(end, lines.end()) << name;
    return trimmed({begin + 1, end});
}

struct Snippet {
    std::string file;
    std::string text;
};

// Snippets stand indented below a line <!-- cut from FILE -->.
std::vector<Snippet> snippets() {
    const std::string before = "<!-- cut from ";
    const Lines readme = lines_of("README.md");
    std::vector<Snippet> result;
    for (auto line = readme.begin(); line != readme.end(); ++line) {
        if (!line->starts_with(before)) continue;
        const std::string file = line->substr(before.size(), line->find(" -->") - before.size());
        const auto begin = line + 1;
        const auto end = std::find_if(begin, readme.end(), [](const std::string& text) {
            return !is_blank(text) && !text.starts_with("    ");
        });
        result.push_back({file, trimmed({begin, end})});
    }
    return result;
}

TEST(Readme, ShowsWhatTheSamplesDo) {
    const std::vector<Snippet> all = snippets();
    EXPECT_GE(all.size(), 4U);
    for (const auto& [file, text] : all)
        EXPECT_EQ(text, cut_from(file)) << file;
}

}  // namespace
