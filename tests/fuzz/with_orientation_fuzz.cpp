// Writing the orientation tag: what was written is read back, and the picture is as it was.
#include "tests/fuzz/fuzz.hpp"
#include "turntile/codec.hpp"
#include "turntile/metadata.hpp"

using namespace turntile;

namespace {

/// What was accepted before is accepted with another tag.
FileInfo inspect_again(const std::vector<std::byte>& file) {
    try {
        return inspect(file);
    } catch (const ImageError&) {
        __builtin_trap();
    }
}

bool is_same_picture(const FileInfo& a, const FileInfo& b) {
    return a.format == b.format && a.size == b.size && a.channels == b.channels &&
           a.sample == b.sample && a.frames == b.frames &&
           a.stored_pixel_bytes == b.stored_pixel_bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
    const auto file = tests::fuzz_input(data, size_bytes);
    try {
        const FileInfo info = inspect(file);
        if (info.format == Format::bmp || info.format == Format::pnm) return 0;
        for (const Turn tag : {Turn::none, Turn::rotate_90}) {
            const auto tagged = with_orientation(file, info, tag);
            if (exif_orientation(tagged) != tag) __builtin_trap();
            if (!is_same_picture(info, inspect_again(tagged))) __builtin_trap();
        }
        static_cast<void>(stripped(file, info));
    } catch (const ImageError&) {
        // Refused: as good as written.
    }
    return 0;
}
