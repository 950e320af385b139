#include "io/tiff_encode.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "io/tiff_grid.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

constexpr std::uint32_t tile_multiple_px = 16;
// Offsets of 32 bits end at 4 GiB; headers and incompressible data need room.
constexpr std::size_t largest_classic_bytes = 0xf0000000;

bool is_big(std::span<const std::byte> file) {
    return file[2] == std::byte{43} || file[3] == std::byte{43};
}

std::string mode_like(std::span<const std::byte> source, const Picture& picture) {
    std::size_t pixels_bytes = 0;
    for (int i = 0; i < picture.plane_count; ++i)
        pixels_bytes += picture.planes[static_cast<std::size_t>(i)].pixels_bytes();
    std::string mode = source[0] == std::byte{'M'} ? "wb" : "wl";
    if (is_big(source) || pixels_bytes > largest_classic_bytes) mode += "8";
    return mode;
}

bool can_write(std::uint16_t compression) {
    constexpr std::uint16_t only_read[] = {COMPRESSION_NEXT, COMPRESSION_THUNDERSCAN};
    return std::find(std::begin(only_read), std::end(only_read), compression) ==
               std::end(only_read) &&
           TIFFIsCODECConfigured(compression) != 0;
}

void copy_number(const TiffFile& from, const TiffFile& to, std::uint32_t tag) {
    std::uint16_t value = 0;
    if (TIFFGetField(from.get(), tag, &value) != 0) TIFFSetField(to.get(), tag, value);
}

void copy_kind(const TiffFile& from, const TiffFile& to) {
    for (const std::uint32_t tag :
         {TIFFTAG_BITSPERSAMPLE, TIFFTAG_SAMPLESPERPIXEL, TIFFTAG_PHOTOMETRIC, TIFFTAG_PLANARCONFIG,
          TIFFTAG_SAMPLEFORMAT, TIFFTAG_INKSET})
        copy_number(from, to, tag);
    std::uint16_t count = 0;
    std::uint16_t* extras = nullptr;
    if (TIFFGetField(from.get(), TIFFTAG_EXTRASAMPLES, &count, &extras) != 0 && count > 0)
        TIFFSetField(to.get(), TIFFTAG_EXTRASAMPLES, count, extras);
    std::uint16_t* red = nullptr;
    std::uint16_t* green = nullptr;
    std::uint16_t* blue = nullptr;
    if (TIFFGetField(from.get(), TIFFTAG_COLORMAP, &red, &green, &blue) != 0)
        TIFFSetField(to.get(), TIFFTAG_COLORMAP, red, green, blue);
}

void copy_compression(const TiffFile& from, const TiffFile& to) {
    const auto compression = from.value<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    TIFFSetField(to.get(), TIFFTAG_COMPRESSION,
                 can_write(compression) ? compression : COMPRESSION_LZW);
    if (!can_write(compression)) return;
    copy_number(from, to, TIFFTAG_PREDICTOR);
    std::uint32_t options = 0;
    if (compression == COMPRESSION_CCITTFAX3 &&
        TIFFGetField(from.get(), TIFFTAG_GROUP3OPTIONS, &options) != 0)
        TIFFSetField(to.get(), TIFFTAG_GROUP3OPTIONS, options);
}

/// Tiles are the source's, exchanged with the axes; strips have about as many bytes as its.
void set_blocks(const TiffFile& from, const TiffFile& to, Size size, Turn turn) {
    TIFFSetField(to.get(), TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(size.width));
    TIFFSetField(to.get(), TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(size.height));
    if (TIFFIsTiled(from.get()) != 0) {
        const auto rounded = [](std::uint32_t px) {
            return (px + tile_multiple_px - 1) / tile_multiple_px * tile_multiple_px;
        };
        std::uint32_t width = rounded(from.value<std::uint32_t>(TIFFTAG_TILEWIDTH, 256));
        std::uint32_t height = rounded(from.value<std::uint32_t>(TIFFTAG_TILELENGTH, 256));
        if (swaps_axes(turn)) std::swap(width, height);
        TIFFSetField(to.get(), TIFFTAG_TILEWIDTH, width);
        TIFFSetField(to.get(), TIFFTAG_TILELENGTH, height);
        return;
    }
    const tmsize_t row_bytes = std::max<tmsize_t>(TIFFScanlineSize(to.get()), 1);
    const tmsize_t rows = std::max<tmsize_t>(TIFFStripSize(from.get()) / row_bytes, 1);
    TIFFSetField(to.get(), TIFFTAG_ROWSPERSTRIP,
                 static_cast<std::uint32_t>(std::min<tmsize_t>(rows, size.height)));
}

void write_block(const TiffFile& file, const TiffGrid& grid, const TiffBlock2D& block,
                 std::byte* src) {
    const auto bytes = static_cast<tmsize_t>(
        grid.is_tiled() ? grid.block_bytes()
                        : grid.row_bytes() * static_cast<std::size_t>(block.height));
    const tmsize_t written = grid.is_tiled()
                                 ? TIFFWriteEncodedTile(file.get(), block.index, src, bytes)
                                 : TIFFWriteEncodedStrip(file.get(), block.index, src, bytes);
    if (written < 0)
        throw ImageError("the TIFF cannot be written (libtiff says: " + file.complaint() + ")");
}

}  // namespace

std::vector<std::byte> encode_tiff_like(std::span<const std::byte> source, const Picture& picture,
                                        Turn turn) {
    const TiffFile from(source);
    TiffFile to(mode_like(source, picture));
    copy_kind(from, to);
    copy_compression(from, to);
    set_blocks(from, to, picture.planes[0].size(), turn);
    const TiffGrid grid(to.get());
    TiffSamples samples(grid, picture);
    std::vector<std::byte> buffer(grid.block_bytes());
    for (std::uint32_t i = 0; i < grid.count(); ++i) {
        const TiffBlock2D block = grid.block(i);
        // A tile reaches beyond the picture's edge, and libtiff may change what it writes.
        if (grid.is_tiled()) std::fill(buffer.begin(), buffer.end(), std::byte{0});
        for (std::int64_t row = 0; row < block.height; ++row)
            samples.load(buffer.data() + grid.row_bytes() * static_cast<std::size_t>(row), block,
                         row);
        write_block(to, grid, block, buffer.data());
    }
    return to.finish();
}

}  // namespace turntile::io
