#include "io/tiff_extent.hpp"

#include <algorithm>
#include <optional>

#include "io/tiff_tags.hpp"

namespace turntile {
namespace {

/// The strips or tiles of pixels that are not compressed.
struct Pieces {
    std::uint64_t row_bytes = 0;
    std::uint64_t rows = 0;          ///< of a whole piece
    std::uint64_t picture_rows = 0;  ///< of a plane
    bool is_tiled = false;

    /// What the pixels of piece `index` take.
    std::uint64_t bytes(std::uint64_t index) const {
        if (is_tiled) return row_bytes * rows;
        const std::uint64_t strips = (picture_rows + rows - 1) / rows;
        return row_bytes * std::min(rows, picture_rows - index % strips * rows);
    }
};

/// Nothing if the pixels are compressed, or the tags give no possible sizes.
std::optional<Pieces> plain_pieces(const TiffBlock& tiff, const Ifd& ifd, bool is_tiled) {
    constexpr std::uint64_t none = 1;
    constexpr std::uint64_t separate = 2;
    constexpr std::uint64_t most = std::uint64_t{1} << 20;  // no product overflows
    const auto number = [&](TiffTag tag, std::uint64_t otherwise) {
        return tiff.number(ifd, tag, otherwise);
    };
    if (number(tiff_tag::compression, none) != none) return std::nullopt;
    const bool is_planar = number(tiff_tag::planar_configuration, 1) == separate;
    const std::uint64_t samples = is_planar ? 1 : number(tiff_tag::samples_per_pixel, 1);
    const std::uint64_t bits = number(tiff_tag::bits_per_sample, 1);
    const std::uint64_t width =
        number(is_tiled ? tiff_tag::tile_width : tiff_tag::image_width, most);
    const std::uint64_t length = number(tiff_tag::image_length, most);
    const std::uint64_t rows =
        number(is_tiled ? tiff_tag::tile_length : tiff_tag::rows_per_strip, length);
    if (std::max({samples, bits, width, length}) >= most || samples * bits >= most)
        return std::nullopt;
    if (length == 0 || rows == 0) return std::nullopt;
    return Pieces{(width * samples * bits + 7) / 8, std::min(rows, most), length, is_tiled};
}

}  // namespace

void for_each_piece(
    const TiffBlock& tiff, const Ifd& ifd,
    const std::function<bool(std::uint64_t offset, std::uint64_t size_bytes)>& visit) {
    const bool is_tiled = ifd.find(tiff_tag::tile_offsets) != nullptr;
    const IfdEntry* offsets = ifd.find(is_tiled ? tiff_tag::tile_offsets : tiff_tag::strip_offsets);
    const IfdEntry* counts =
        ifd.find(is_tiled ? tiff_tag::tile_byte_counts : tiff_tag::strip_byte_counts);
    if (offsets == nullptr || counts == nullptr) return;
    const auto pieces = plain_pieces(tiff, ifd, is_tiled);
    for (std::uint64_t i = 0; i < std::min(offsets->count, counts->count); ++i) {
        const auto offset = tiff.value(*offsets, i);
        const auto count = tiff.value(*counts, i);
        if (!offset || !count) return;  // what is wrong with the tags shows elsewhere
        if (!visit(*offset, pieces ? std::min(*count, pieces->bytes(i)) : *count)) return;
    }
}

bool holds_all_data(const TiffBlock& tiff, const Ifd& ifd) {
    bool holds_all = true;
    for_each_piece(tiff, ifd, [&](std::uint64_t offset, std::uint64_t bytes) {
        holds_all = bytes <= tiff.size() && offset <= tiff.size() - bytes;
        return holds_all;
    });
    return holds_all;
}

}  // namespace turntile
