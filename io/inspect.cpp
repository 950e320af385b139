// Finds a file's format by its content and reads its headers.
#include "io/bmp_info.hpp"
#include "io/byte_reader.hpp"
#include "io/foreign.hpp"
#include "io/jpeg_info.hpp"
#include "io/known_start.hpp"
#include "io/png_info.hpp"
#include "io/pnm_info.hpp"
#include "io/tiff_info.hpp"
#include "io/webp_info.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile {

namespace {

using Parser = FileInfo (*)(std::span<const std::byte>);

/// What reads the headers of such a file; null if nothing does.
Parser parser_for(std::span<const std::byte> start) {
    const ByteReader file(start, ByteOrder::big);
    if (file.holds(0, "\xff\xd8")) return jpeg_info;
    if (file.holds(0, "\x89PNG")) return png_info;
    if (is_tiff(start)) return tiff_info;
    if (file.holds(0, "RIFF") && file.holds(8, "WEBP")) return webp_info;
    if (is_bmp(start)) return bmp_info;
    if (is_pnm(start)) return pnm_info;
    return nullptr;
}

}  // namespace

FileInfo inspect(std::span<const std::byte> bytes) {
    if (bytes.empty()) throw ImageError("empty file");
    if (const Parser parse = parser_for(bytes)) return parse(bytes);
    refuse_foreign(bytes);
}

bool has_known_start(std::span<const std::byte> start) {
    return parser_for(start) != nullptr;
}

}  // namespace turntile
