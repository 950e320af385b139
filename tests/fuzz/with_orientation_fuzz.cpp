// Writing the orientation tag: what was written is read back.
#include "tests/fuzz/fuzz.hpp"
#include "turntile/codec.hpp"
#include "turntile/metadata.hpp"

using namespace turntile;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
    const auto file = tests::fuzz_input(data, size_bytes);
    try {
        const FileInfo info = inspect(file);
        if (info.format == Format::bmp || info.format == Format::pnm) return 0;
        for (const Turn tag : {Turn::none, Turn::rotate_90}) {
            const auto tagged = with_orientation(file, info, tag);
            if (exif_orientation(tagged) != tag) __builtin_trap();
        }
        static_cast<void>(stripped(file, info));
    } catch (const ImageError&) {
        // Refused: as good as written.
    }
    return 0;
}
