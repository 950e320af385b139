// Writes the files that the fuzzers start from: write_seeds FOLDER.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/seeds.hpp"

int main(int count, char** words) {
    if (count != 2) {
        std::fprintf(stderr, "usage: write_seeds FOLDER\n");
        return 2;
    }
    std::filesystem::create_directories(words[1]);
    for (const turntile::tests::Seed& seed : turntile::tests::seeds()) {
        std::ofstream file(std::filesystem::path(words[1]) / seed.name, std::ios::binary);
        file.write(reinterpret_cast<const char*>(seed.bytes.data()),
                   static_cast<std::streamsize>(seed.bytes.size()));
        if (!file.flush()) {
            std::fprintf(stderr, "cannot write %s\n", seed.name);
            return 1;
        }
    }
    return 0;
}
