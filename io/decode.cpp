#include <stdexcept>

#include "io/bmp_stored.hpp"
#include "io/jpeg_decode.hpp"
#include "io/opencv_decode.hpp"
#include "io/png_decode.hpp"
#include "io/pnm_stored.hpp"
#include "io/tiff_decode.hpp"
#include "io/webp_decode.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile {

Picture decode(std::span<const std::byte> bytes, const FileInfo& info, int frame,
               BufferSource& memory, const DecodeOptions& options) {
    if (frame < 0 || frame >= info.frames)
        throw std::invalid_argument("decode frame " + std::to_string(frame) + " of " +
                                    std::to_string(info.frames));
    if (frame > 0)
        throw ImageError(std::string("only the first picture of a ") + name(info.format) +
                         " file can be decoded");
    if (info.format == Format::jpeg) return io::decode_jpeg(bytes, info, memory, options);
    if (info.format == Format::png)
        return io::decode_png(bytes, info, memory, options.allow_truncated);
    if (info.format == Format::webp)
        return io::decode_webp(bytes, info, memory, options.allow_truncated);
    if (!info.why_not_decoded.empty()) throw ImageError(info.why_not_decoded);
    return io::decode_with_opencv(bytes, info, memory);
}

Picture decode_stored(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                      const DecodeOptions& options) {
    if (info.stored_pixel_bytes == 0)
        throw std::invalid_argument("decode_stored: these pixels cannot be had as they are stored");
    if (info.format == Format::png)
        return io::decode_stored_png(bytes, info, memory, options.allow_truncated);
    if (info.format == Format::bmp)
        return io::decode_stored_bmp(bytes, info, memory, options.allow_truncated);
    if (info.format == Format::pnm)
        return io::decode_stored_pnm(bytes, info, memory, options.allow_truncated);
    if (info.format == Format::tiff) return io::decode_stored_tiff(bytes, info, memory);
    return decode(bytes, info, 0, memory, options);
}

}  // namespace turntile
