// The strips or tiles that a TIFF's pixels come in, and how their samples lie in a picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/tiff_file.hpp"
#include "turntile/codec.hpp"

namespace turntile::io {

/// Bytes that a sample of `bits` takes in a picture: whole ones.
constexpr std::size_t whole_bytes(unsigned bits) {
    return (bits + 7) / 8;
}

/// One strip or tile, cut to the picture.
struct TiffBlock2D {
    std::uint32_t index = 0;  ///< libtiff's
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;
    int first_sample = 0;
    int samples = 1;  ///< of one pixel
};

/// The current page of an open file.
class TiffGrid {
  public:
    /// @throws ImageError if it has no possible layout, tiles far larger than the picture, or more
    /// of them than one picture has
    explicit TiffGrid(TIFF* tiff);

    Size size() const { return size_; }
    int samples() const { return samples_; }
    unsigned bits() const { return bits_; }
    bool is_tiled() const { return is_tiled_; }
    std::uint32_t count() const { return count_; }
    std::size_t block_bytes() const { return block_bytes_; }
    std::size_t row_bytes() const { return row_bytes_; }
    TiffBlock2D block(std::uint32_t index) const;

  private:
    void require_useful_tiles() const;
    void require_one_slice() const;
    /// How many blocks lie beside and below one another.
    Size blocks_in_plane() const;

    Size size_;
    Size block_size_;
    int samples_ = 1;
    unsigned bits_ = 1;
    bool is_tiled_ = false;
    bool is_planar_ = false;
    std::uint32_t count_ = 0;
    std::size_t block_bytes_ = 0;
    std::size_t row_bytes_ = 0;  ///< of a strip's or tile's row
};

/// Moves samples between the rows of blocks, as libtiff has them, and a picture, in which each
/// sample has whole bytes, and pixels are one plane, or each sample is one.
class TiffSamples {
  public:
    TiffSamples(const TiffGrid& grid, const Picture& picture);

    /// `src` is row `row` of `block`.
    void store(const std::byte* src, const TiffBlock2D& block, std::int64_t row);
    void load(std::byte* dst, const TiffBlock2D& block, std::int64_t row);

  private:
    std::byte* first(const TiffBlock2D& block, std::int64_t row, int sample) const;
    std::size_t step() const;
    bool is_packed() const { return bits_ % 8 != 0; }

    const Picture& picture_;
    unsigned bits_;
    std::size_t sample_bytes_;
    std::vector<std::byte> unpacked_;
};

}  // namespace turntile::io
