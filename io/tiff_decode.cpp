#include "io/tiff_decode.hpp"

#include <memory>
#include <string>

#include "io/tiff_extent.hpp"
#include "io/tiff_grid.hpp"
#include "turntile/error.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::io {
namespace {

Picture allocate_picture(const TiffGrid& grid, BufferSource& memory) {
    const std::size_t sample_bytes = whole_bytes(grid.bits());
    const std::size_t pixel_bytes = sample_bytes * static_cast<std::size_t>(grid.samples());
    Picture picture;
    picture.channels = grid.samples();
    picture.plane_count = is_pixel_size(pixel_bytes) ? 1 : grid.samples();
    for (int i = 0; i < picture.plane_count; ++i)
        picture.planes[static_cast<std::size_t>(i)] =
            memory.allocate(grid.size().width, grid.size().height,
                            picture.plane_count == 1 ? pixel_bytes : sample_bytes);
    return picture;
}

[[noreturn]] void fail_at(const TiffFile& file, const TiffGrid& grid, std::uint32_t index) {
    throw ImageError("damaged or truncated TIFF data in " +
                     std::string(grid.is_tiled() ? "tile " : "strip ") + std::to_string(index + 1) +
                     " of " + std::to_string(grid.count()) + " (libtiff says: " + file.complaint() +
                     ")");
}

// libtiff passes over a tag that it takes for damaged, even where others can read it, and the new
// file would lack it.
void require_colours(const TiffFile& file) {
    std::uint16_t meaning = 0;
    if (TIFFGetField(file.get(), TIFFTAG_PHOTOMETRIC, &meaning) == 0)
        throw ImageError("the TIFF does not say how its colours are meant");
}

void read_block(const TiffFile& file, const TiffGrid& grid, const TiffBlock2D& block,
                std::byte* dst) {
    // The last strip may be shorter than the others.
    const auto wanted = static_cast<tmsize_t>(
        grid.is_tiled() ? grid.block_bytes()
                        : grid.row_bytes() * static_cast<std::size_t>(block.height));
    const tmsize_t read = grid.is_tiled()
                              ? TIFFReadEncodedTile(file.get(), block.index, dst, wanted)
                              : TIFFReadEncodedStrip(file.get(), block.index, dst, wanted);
    if (read < wanted || !file.complaint().empty()) fail_at(file, grid, block.index);
}

}  // namespace

Picture decode_stored_tiff(std::span<const std::byte> bytes, const FileInfo& info,
                           BufferSource& memory) {
    const TiffFile file(bytes);
    const TiffGrid grid(file.get());
    require_possible_pieces(bytes);
    if (grid.size() != info.size ||
        whole_bytes(grid.bits()) * static_cast<std::size_t>(grid.samples()) !=
            info.stored_pixel_bytes)
        throw ImageError("the TIFF holds other pixels than its headers announced");
    require_colours(file);
    const auto buffer = std::make_unique_for_overwrite<std::byte[]>(grid.block_bytes());
    Picture picture = allocate_picture(grid, memory);
    TiffSamples samples(grid, picture);
    for (std::uint32_t i = 0; i < grid.count(); ++i) {
        const TiffBlock2D block = grid.block(i);
        read_block(file, grid, block, buffer.get());
        for (std::int64_t row = 0; row < block.height; ++row)
            samples.store(buffer.get() + grid.row_bytes() * static_cast<std::size_t>(row), block,
                          row);
    }
    return picture;
}

}  // namespace turntile::io
