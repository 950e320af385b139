// The headers of every format, and the orientation of any bytes.
#include "tests/fuzz/fuzz.hpp"
#include "turntile/codec.hpp"
#include "turntile/metadata.hpp"

using namespace turntile;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
    const auto file = tests::fuzz_input(data, size_bytes);
    static_cast<void>(exif_orientation(file));
    try {
        const FileInfo info = inspect(file);
        if (info.size.width <= 0 || info.size.height <= 0 || info.frames < 1) __builtin_trap();
    } catch (const ImageError&) {
        // Refused: as good as read.
    }
    return 0;
}
