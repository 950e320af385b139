// Carrying the metadata of any bytes into a small file of each format.
#include <vector>

#include "tests/file_builders.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "turntile/codec.hpp"
#include "turntile/metadata.hpp"

using namespace turntile;

namespace {

const std::vector<tests::Bytes>& targets() {
    static const std::vector<tests::Bytes> files = {
        tests::jpeg_file({tests::jfif_segment()}), tests::png_file(8, 2),
        tests::webp_file({tests::webp_lossless(40, 30)}),
        tests::tiff_block(ByteOrder::little, {tests::tiff_tags({})})};
    return files;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
    const auto file = tests::fuzz_input(data, size_bytes);
    for (const tests::Bytes& target : targets())
        try {
            const FileInfo info = inspect(file);
            static_cast<void>(lost_metadata(file, info, Format::bmp));
            for (const Turn turn : {Turn::rotate_90, Turn::rotate_180})
                static_cast<void>(carry(file, info, target, turn));
            static_cast<void>(carry(file, info, target, Turn::transpose, Kept::colours));
        } catch (const ImageError&) {
            // Refused: as good as carried.
        }
    return 0;
}
