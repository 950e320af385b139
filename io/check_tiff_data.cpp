#include "io/check_tiff_data.hpp"

#include <memory>
#include <string>

#include "io/tiff_file.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

/// Whether the decoder reports damage at all, and reads any strip by itself.
bool can_be_checked(TIFF* tiff) {
    std::uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    return compression != COMPRESSION_NONE && compression != COMPRESSION_OJPEG;
}

/// The first strip or tile that cannot be decoded, or the number of them all.
std::uint32_t decode_all(TIFF* tiff) {
    const bool is_tiled = TIFFIsTiled(tiff) != 0;
    const std::uint32_t count = is_tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    const tmsize_t size_bytes = is_tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
    if (size_bytes <= 0) return 0;
    const auto pixels =
        std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size_bytes));
    for (std::uint32_t i = 0; i < count; ++i) {
        const tmsize_t read = is_tiled ? TIFFReadEncodedTile(tiff, i, pixels.get(), size_bytes)
                                       : TIFFReadEncodedStrip(tiff, i, pixels.get(), size_bytes);
        if (read < 0) return i;
    }
    return count;
}

}  // namespace

void require_whole_tiff_data(std::span<const std::byte> file) {
    const TiffFile tiff(file);
    if (!can_be_checked(tiff.get())) return;
    const std::uint32_t whole = decode_all(tiff.get());
    const bool is_tiled = TIFFIsTiled(tiff.get()) != 0;
    const std::uint32_t count =
        is_tiled ? TIFFNumberOfTiles(tiff.get()) : TIFFNumberOfStrips(tiff.get());
    if (whole < count)
        throw ImageError("damaged or truncated TIFF data in " +
                         std::string(is_tiled ? "tile " : "strip ") + std::to_string(whole + 1) +
                         " of " + std::to_string(count) + " (libtiff says: " + tiff.complaint() +
                         ")");
}

}  // namespace turntile::io
