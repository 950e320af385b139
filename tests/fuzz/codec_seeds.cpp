// Writes small files of every format and kind of pixel to a folder, for the fuzzer to start from.
#include <fstream>
#include <iostream>
#include <string>

#include "tests/pixel_memory.hpp"
#include "turntile/codec.hpp"

int main(int argc, char** argv) {
    using namespace turntile;
    if (argc != 2) {
        std::cerr << "usage: turntile_codec_seeds FOLDER\n";
        return 2;
    }
    for (const Format format :
         {Format::jpeg, Format::png, Format::tiff, Format::bmp, Format::webp, Format::pnm})
        for (const Sample sample : {Sample::u8, Sample::u16, Sample::f32})
            for (const int channels : {1, 3, 4}) {
                if (!can_hold(format, channels, sample)) continue;
                tests::PixelMemory memory;
                const Picture picture = tests::random_picture({9, 7}, {channels, sample}, memory);
                const std::vector<std::byte> file = encode(picture, {.format = format});
                std::ofstream out(
                    std::string(argv[1]) + "/" + name(format) + pixel_name(channels, sample),
                    std::ios::binary);
                out.write(reinterpret_cast<const char*>(file.data()),
                          static_cast<std::streamsize>(file.size()));
            }
    return 0;
}
