#include "tests/exiftool.hpp"

#include <array>
#include <set>
#include <sstream>

#include "tests/program.hpp"

namespace turntile::tests {
namespace {

constexpr const char* program = "/usr/bin/exiftool";

}  // namespace

bool has_exiftool() {
    return std::filesystem::exists(program);
}

bool write_tags(const std::filesystem::path& file, const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {"-q", "-overwrite_original", "-n"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.push_back(file);
    return Started(program, words, {}).wait().exit_code == 0;
}

TagValues read_tags(const std::filesystem::path& file) {
    static const std::set<std::string> facts_of_the_file = {"System", "File", "ExifTool",
                                                            "Composite"};
    // -b would print binary values; as they are, their sizes are printed.
    const Outcome run = Started(program, {"-a", "-u", "-n", "-G1", "-s", "-t", file}, {}).wait();
    TagValues tags;
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        if (second == std::string::npos) continue;
        const std::string group = line.substr(0, first);
        if (facts_of_the_file.count(group) != 0) continue;
        std::string& value = tags[{group, line.substr(first + 1, second - first - 1)}];
        value += (value.empty() ? "" : " and ") + line.substr(second + 1);
    }
    return tags;
}

}  // namespace turntile::tests
