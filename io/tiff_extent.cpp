#include "io/tiff_extent.hpp"

#include <algorithm>
#include <limits>

#include "io/tiff_tags.hpp"

namespace turntile {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

class TiffExtent {
  public:
    TiffExtent(const TiffBlock& tiff, const Ifd& ifd)
        : tiff_(tiff), ifd_(ifd), is_tiled_(ifd.find(tiff_tag::tile_offsets) != nullptr) {}

    bool holds_all() const {
        const IfdEntry* offsets =
            ifd_.find(is_tiled_ ? tiff_tag::tile_offsets : tiff_tag::strip_offsets);
        const IfdEntry* counts =
            ifd_.find(is_tiled_ ? tiff_tag::tile_byte_counts : tiff_tag::strip_byte_counts);
        if (offsets == nullptr || counts == nullptr) return true;
        for (std::uint64_t i = 0; i < std::min(offsets->count, counts->count); ++i) {
            const auto offset = tiff_.value(*offsets, i);
            const auto count = tiff_.value(*counts, i);
            if (!offset || !count) return true;  // what is wrong with the tags shows elsewhere
            const std::uint64_t bytes = std::min(*count, most_bytes(i));
            if (bytes > tiff_.size() || *offset > tiff_.size() - bytes) return false;
        }
        return true;
    }

  private:
    std::uint64_t number(TiffTag tag, std::uint64_t otherwise) const {
        const IfdEntry* entry = ifd_.find(tag);
        return entry == nullptr ? otherwise : tiff_.value(*entry).value_or(otherwise);
    }

    /// What the pixels of strip or tile `index` take where they are not compressed.
    std::uint64_t most_bytes(std::uint64_t index) const {
        constexpr std::uint64_t none = 1;
        constexpr std::uint64_t separate = 2;
        constexpr std::uint64_t most = std::uint64_t{1} << 20;  // no product overflows
        if (number(tiff_tag::compression, none) != none) return no_limit;
        const bool is_planar = number(tiff_tag::planar_configuration, 1) == separate;
        const std::uint64_t samples = is_planar ? 1 : number(tiff_tag::samples_per_pixel, 1);
        const std::uint64_t width =
            number(is_tiled_ ? tiff_tag::tile_width : tiff_tag::image_width, most);
        const std::uint64_t length = number(tiff_tag::image_length, most);
        const std::uint64_t rows =
            number(is_tiled_ ? tiff_tag::tile_length : tiff_tag::rows_per_strip, length);
        const std::uint64_t bits = number(tiff_tag::bits_per_sample, 1);
        if (std::max({samples, width, length, bits}) >= most || rows == 0) return no_limit;
        const std::uint64_t strips = (length + rows - 1) / rows;
        const std::uint64_t there =
            is_tiled_ ? rows : std::min(rows, length - index % strips * rows);
        return (width * samples * bits + 7) / 8 * std::min(there, most);
    }

    const TiffBlock& tiff_;
    const Ifd& ifd_;
    bool is_tiled_;
};

}  // namespace

bool holds_all_data(const TiffBlock& tiff, const Ifd& ifd) {
    return TiffExtent(tiff, ifd).holds_all();
}

}  // namespace turntile
