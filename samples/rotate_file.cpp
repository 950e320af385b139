// Turns one image file by a quarter, bytes to bytes: the picture, its orientation and its metadata.
//
//     rotate_file IN OUT
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <vector>

#include "turntile/photo.hpp"

namespace {

std::vector<std::byte> read(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    const auto first = reinterpret_cast<const std::byte*>(bytes.data());
    return {first, first + bytes.size()};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: rotate_file IN OUT\n");
        return 2;
    }
    try {
        turntile::Turner turner;  // takes a GPU where there is one; make one and keep it
        const turntile::PhotoRequest request{.turn = turntile::Turn::rotate_90};
        const turntile::TurnedPhoto photo = turn_encoded(read(argv[1]), request, {}, turner);

        std::ofstream file(argv[2], std::ios::binary);
        file.write(reinterpret_cast<const char*>(photo.bytes.data()),
                   static_cast<std::streamsize>(photo.bytes.size()));
        std::printf("%s, %lldx%lld, on the %s\n", name(photo.report.turn),
                    static_cast<long long>(photo.report.size.width),
                    static_cast<long long>(photo.report.size.height), turner.backend());
        return file.good() ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rotate_file: %s: %s\n", argv[1], error.what());
        return 1;
    }
}
