// Finds a file's format by its content and reads its headers.
#include "io/bmp_info.hpp"
#include "io/byte_reader.hpp"
#include "io/foreign.hpp"
#include "io/jpeg_info.hpp"
#include "io/png_info.hpp"
#include "io/pnm_info.hpp"
#include "io/tiff_info.hpp"
#include "io/webp_info.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile {

FileInfo inspect(std::span<const std::byte> bytes) {
    if (bytes.empty()) throw ImageError("empty file");
    const ByteReader file(bytes, ByteOrder::big);
    if (file.holds(0, "\xff\xd8")) return jpeg_info(bytes);
    if (file.holds(0, "\x89PNG")) return png_info(bytes);
    if (is_tiff(bytes)) return tiff_info(bytes);
    if (file.holds(0, "RIFF") && file.holds(8, "WEBP")) return webp_info(bytes);
    if (is_bmp(bytes)) return bmp_info(bytes);
    if (is_pnm(bytes)) return pnm_info(bytes);
    refuse_foreign(bytes);
}

}  // namespace turntile
