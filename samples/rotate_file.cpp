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
        const std::vector<std::byte> file = read(argv[1]);
        // README begins
        const turntile::PhotoRequest request{.turn = turntile::Turn::rotate_90};
        const turntile::TurnedPhoto photo = turntile::turn_encoded(file, request);
        // README ends

        std::ofstream out(argv[2], std::ios::binary);
        out.write(reinterpret_cast<const char*>(photo.bytes.data()),
                  static_cast<std::streamsize>(photo.bytes.size()));
        std::printf("%s, %lldx%lld\n", name(photo.report.turn),
                    static_cast<long long>(photo.report.size.width),
                    static_cast<long long>(photo.report.size.height));
        return out.good() ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rotate_file: %s: %s\n", argv[1], error.what());
        return 1;
    }
}
