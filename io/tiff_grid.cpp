#include "io/tiff_grid.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "turntile/error.hpp"

namespace turntile::io {
namespace {

/// Copies `count` runs of `bytes` bytes.
void copy_strided(const std::byte* src, std::size_t src_step, std::byte* dst, std::size_t dst_step,
                  std::size_t bytes, std::int64_t count) {
    if (src_step == bytes && dst_step == bytes) {
        std::memcpy(dst, src, bytes * static_cast<std::size_t>(count));
        return;
    }
    for (std::int64_t i = 0; i < count; ++i, src += src_step, dst += dst_step)
        std::memcpy(dst, src, bytes);
}

/// Gives each of `count` samples of `bits` bits, the highest bit first, `bytes` bytes of its own,
/// the lowest first.
void unpack(const std::byte* src, unsigned bits, std::byte* dst, std::size_t bytes,
            std::size_t count) {
    std::uint64_t held = 0;
    unsigned held_bits = 0;
    for (std::size_t i = 0; i < count; ++i, dst += bytes) {
        for (; held_bits < bits; held_bits += 8)
            held = held << 8 | std::to_integer<std::uint64_t>(*src++);
        held_bits -= bits;
        const std::uint64_t sample = held >> held_bits & ((std::uint64_t{1} << bits) - 1);
        for (std::size_t k = 0; k < bytes; ++k)
            dst[k] = static_cast<std::byte>(sample >> (8 * k));
    }
}

void pack(const std::byte* src, std::size_t bytes, std::byte* dst, unsigned bits,
          std::size_t count) {
    std::uint64_t held = 0;
    unsigned held_bits = 0;
    for (std::size_t i = 0; i < count; ++i, src += bytes) {
        std::uint64_t sample = 0;
        for (std::size_t k = 0; k < bytes; ++k)
            sample |= std::to_integer<std::uint64_t>(src[k]) << (8 * k);
        held = held << bits | sample;
        held_bits += bits;
        for (; held_bits >= 8; held_bits -= 8)
            *dst++ = static_cast<std::byte>(held >> (held_bits - 8));
    }
    if (held_bits > 0) *dst = static_cast<std::byte>(held << (8 - held_bits));
}

}  // namespace

TiffGrid::TiffGrid(TIFF* tiff) {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint16_t samples = 1;
    std::uint16_t bits = 1;
    std::uint16_t planar = PLANARCONFIG_CONTIG;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    size_ = {width, height};
    samples_ = samples;
    bits_ = bits;
    is_planar_ = samples > 1 && planar == PLANARCONFIG_SEPARATE;
    is_tiled_ = TIFFIsTiled(tiff) != 0;
    std::uint32_t block_width = width;
    std::uint32_t block_height = height;
    if (is_tiled_) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &block_width);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &block_height);
    } else {
        TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &block_height);
        block_height = std::min(block_height, height);
    }
    block_size_ = {block_width, block_height};
    const tmsize_t block_bytes = is_tiled_ ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
    const tmsize_t row_bytes = is_tiled_ ? TIFFTileRowSize(tiff) : TIFFScanlineSize(tiff);
    count_ = is_tiled_ ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    if (block_bytes <= 0 || row_bytes <= 0 || block_width == 0 || block_height == 0 || count_ == 0)
        throw ImageError("the TIFF's strips or tiles have no possible size");
    require_useful_tiles();
    require_one_slice();
    block_bytes_ = static_cast<std::size_t>(block_bytes);
    row_bytes_ = static_cast<std::size_t>(row_bytes);
}

// A tile takes memory as a whole. One that reaches far beyond the picture has nothing to hold
// there, and could be larger than any memory.
void TiffGrid::require_useful_tiles() const {
    constexpr std::int64_t usual_tile_px = 4096;
    if (block_size_.width > std::max(usual_tile_px, 2 * size_.width) ||
        block_size_.height > std::max(usual_tile_px, 2 * size_.height))
        throw ImageError("the TIFF's tiles are far larger than its picture");
}

Size TiffGrid::blocks_in_plane() const {
    return {(size_.width + block_size_.width - 1) / block_size_.width,
            (size_.height + block_size_.height - 1) / block_size_.height};
}

// libtiff counts the tiles of all slices of a volume: here they would lie behind the last plane.
void TiffGrid::require_one_slice() const {
    const auto [across, down] = blocks_in_plane();
    if (count_ != across * down * (is_planar_ ? samples_ : 1))
        throw ImageError("the TIFF has " + std::to_string(count_) +
                         " strips or tiles, another number than its picture");
}

TiffBlock2D TiffGrid::block(std::uint32_t index) const {
    const auto [across, down] = blocks_in_plane();
    const std::int64_t in_plane = index % (across * down);
    TiffBlock2D block;
    block.index = index;
    block.x = in_plane % across * block_size_.width;
    block.y = in_plane / across * block_size_.height;
    block.width = std::min(block_size_.width, size_.width - block.x);
    block.height = std::min(block_size_.height, size_.height - block.y);
    block.first_sample = is_planar_ ? static_cast<int>(index / (across * down)) : 0;
    block.samples = is_planar_ ? 1 : samples_;
    return block;
}

TiffSamples::TiffSamples(const TiffGrid& grid, const Picture& picture)
    : picture_(picture),
      bits_(grid.bits()),
      sample_bytes_(whole_bytes(grid.bits())),
      unpacked_(is_packed() ? (grid.row_bytes() * 8 / grid.bits()) * sample_bytes_ : 0) {}

std::byte* TiffSamples::first(const TiffBlock2D& block, std::int64_t row, int sample) const {
    const bool is_interleaved = picture_.plane_count == 1;
    const auto at = static_cast<std::size_t>(sample);
    const ImageView& plane = picture_.planes[is_interleaved ? 0 : at];
    return plane.row(block.y + row) + static_cast<std::size_t>(block.x) * plane.pixel_bytes +
           (is_interleaved ? at * sample_bytes_ : 0);
}

std::size_t TiffSamples::step() const {
    return picture_.planes[0].pixel_bytes;
}

void TiffSamples::store(const std::byte* src, const TiffBlock2D& block, std::int64_t row) {
    const std::size_t pixel_bytes = static_cast<std::size_t>(block.samples) * sample_bytes_;
    if (is_packed()) {
        const auto count = static_cast<std::size_t>(block.width * block.samples);
        unpack(src, bits_, unpacked_.data(), sample_bytes_, count);
        src = unpacked_.data();
    }
    if (pixel_bytes == step()) {
        copy_strided(src, pixel_bytes, first(block, row, block.first_sample), step(), pixel_bytes,
                     block.width);
        return;
    }
    for (int i = 0; i < block.samples; ++i)
        copy_strided(src + static_cast<std::size_t>(i) * sample_bytes_, pixel_bytes,
                     first(block, row, block.first_sample + i), step(), sample_bytes_, block.width);
}

void TiffSamples::load(std::byte* dst, const TiffBlock2D& block, std::int64_t row) {
    const std::size_t pixel_bytes = static_cast<std::size_t>(block.samples) * sample_bytes_;
    std::byte* const samples = is_packed() ? unpacked_.data() : dst;
    if (pixel_bytes == step())
        copy_strided(first(block, row, block.first_sample), step(), samples, pixel_bytes,
                     pixel_bytes, block.width);
    else
        for (int i = 0; i < block.samples; ++i)
            copy_strided(first(block, row, block.first_sample + i), step(),
                         samples + static_cast<std::size_t>(i) * sample_bytes_, pixel_bytes,
                         sample_bytes_, block.width);
    if (is_packed())
        pack(samples, sample_bytes_, dst, bits_,
             static_cast<std::size_t>(block.width * block.samples));
}

}  // namespace turntile::io
