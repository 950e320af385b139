#include "io/jpeg_decode.hpp"

#include <string>

#include "io/jpeg_reader.hpp"
#include "io/picture_name.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

/// Writes all pixels to `dst`, which has the header's size and components.
void read_pixels(JpegReader& reader, const ImageView& dst) {
    jpeg_decompress_struct& codec = reader.codec();
    codec.out_color_space = reader.components() == 1 ? JCS_GRAYSCALE : JCS_EXT_BGR;
    reader.guard([&] { jpeg_start_decompress(&codec); });
    reader.require_all_scans();
    reader.guard([&] {
        while (codec.output_scanline < codec.output_height) {
            auto* row = reinterpret_cast<JSAMPROW>(dst.row(codec.output_scanline));
            jpeg_read_scanlines(&codec, &row, 1);
        }
    });
    // All pixels are there; whether EOI follows does not matter.
}

void require_announced(const JpegReader& reader, const FileInfo& info) {
    const int components = reader.components();
    if (components != 1 && components != 3)
        throw ImageError("a JPEG with " + std::to_string(components) +
                         " components is not supported");
    if (reader.size() != info.size || components != info.channels || info.sample != Sample::u8)
        throw ImageError("the JPEG holds " + picture_name(reader.size(), components, Sample::u8) +
                         " where its headers announced " +
                         picture_name(info.size, info.channels, info.sample));
}

}  // namespace

Picture decode_jpeg(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                    bool allow_truncated) {
    JpegReader reader(bytes, allow_truncated);
    require_announced(reader, info);
    Picture picture;
    picture.planes[0] = memory.allocate(info.size.width, info.size.height, info.pixel_bytes());
    picture.channels = info.channels;
    read_pixels(reader, picture.planes[0]);
    return picture;
}

}  // namespace turntile::io
