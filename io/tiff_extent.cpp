#include "io/tiff_extent.hpp"

#include <algorithm>
#include <optional>

#include "io/counted.hpp"
#include "io/tiff_tags.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

/// The strips or tiles that a picture's sizes ask for.
struct Pieces {
    std::uint64_t row_bytes = 0;     ///< where pixels are not compressed
    std::uint64_t rows = 0;          ///< of a whole piece
    std::uint64_t picture_rows = 0;  ///< of a plane
    std::uint64_t in_plane = 1;
    std::uint64_t planes = 1;
    bool is_tiled = false;
    bool is_plain = false;  ///< each row takes `row_bytes`

    /// What the plain pixels of piece `index` take.
    std::uint64_t bytes(std::uint64_t index) const {
        if (is_tiled) return row_bytes * rows;
        return row_bytes * std::min(rows, picture_rows - index % in_plane * rows);
    }
};

/// Where a directory tells of its pieces.
struct Pointers {
    const IfdEntry* offsets = nullptr;
    const IfdEntry* counts = nullptr;

    explicit Pointers(const Ifd& ifd) {
        const bool is_tiled = ifd.find(tiff_tag::tile_offsets) != nullptr;
        offsets = ifd.find(is_tiled ? tiff_tag::tile_offsets : tiff_tag::strip_offsets);
        counts = ifd.find(is_tiled ? tiff_tag::tile_byte_counts : tiff_tag::strip_byte_counts);
    }
    bool are_whole() const { return offsets != nullptr && counts != nullptr; }
};

constexpr std::uint64_t most = std::uint64_t{1} << 20;  // no product overflows

std::uint64_t parts(std::uint64_t whole, std::uint64_t part) {
    return (whole + part - 1) / part;
}

/// Nothing if the tags give no possible sizes.
std::optional<Pieces> pieces_of(const TiffBlock& tiff, const Ifd& ifd) {
    constexpr std::uint64_t none = 1;
    constexpr std::uint64_t separate = 2;
    constexpr std::uint64_t ycbcr = 6;  // of which a row may hold fewer samples
    const auto number = [&](TiffTag tag, std::uint64_t otherwise) {
        return tiff.number(ifd, tag, otherwise);
    };
    const bool is_tiled = ifd.find(tiff_tag::tile_width) != nullptr;
    const bool is_planar = number(tiff_tag::planar_configuration, 1) == separate;
    const std::uint64_t all_samples = number(tiff_tag::samples_per_pixel, 1);
    const std::uint64_t samples = is_planar ? 1 : all_samples;
    const std::uint64_t bits = number(tiff_tag::bits_per_sample, 1);
    const std::uint64_t width = number(tiff_tag::image_width, most);
    const std::uint64_t length = number(tiff_tag::image_length, most);
    const std::uint64_t across = is_tiled ? number(tiff_tag::tile_width, most) : width;
    const std::uint64_t rows =
        number(is_tiled ? tiff_tag::tile_length : tiff_tag::rows_per_strip, length);
    if (std::max({all_samples, bits, width, length, across}) >= most || samples * bits >= most)
        return std::nullopt;
    if (width == 0 || length == 0 || across == 0 || rows == 0) return std::nullopt;
    Pieces pieces;
    pieces.row_bytes = (across * samples * bits + 7) / 8;
    pieces.rows = std::min(rows, most);
    pieces.picture_rows = length;
    pieces.in_plane = parts(width, across) * parts(length, pieces.rows);
    pieces.planes = is_planar ? all_samples : 1;
    pieces.is_tiled = is_tiled;
    pieces.is_plain =
        number(tiff_tag::compression, none) == none && number(tiff_tag::photometric, 0) != ycbcr;
    return pieces;
}

}  // namespace

void for_each_piece(
    const TiffBlock& tiff, const Ifd& ifd,
    const std::function<bool(std::uint64_t offset, std::uint64_t size_bytes)>& visit) {
    const Pointers pointers(ifd);
    if (!pointers.are_whole()) return;
    const auto pieces = pieces_of(tiff, ifd);
    const bool is_plain = pieces && pieces->is_plain;
    for (std::uint64_t i = 0; i < std::min(pointers.offsets->count, pointers.counts->count); ++i) {
        const auto offset = tiff.value(*pointers.offsets, i);
        const auto count = tiff.value(*pointers.counts, i);
        if (!offset || !count) return;  // what is wrong with the tags shows elsewhere
        if (!visit(*offset, is_plain ? std::min(*count, pieces->bytes(i)) : *count)) return;
    }
}

std::string fault_of_pieces(const TiffBlock& tiff, const Ifd& ifd) {
    constexpr std::uint64_t old_jpeg = 6;  // whose strips are one stream
    const Pointers pointers(ifd);
    const auto pieces = pieces_of(tiff, ifd);
    if (!pointers.are_whole() || !pieces) return {};
    const std::string kind = pieces->is_tiled ? "tile" : "strip";
    const std::uint64_t count = pieces->in_plane * pieces->planes;
    const std::uint64_t told = pointers.offsets->count;
    if (told != count && tiff.number(ifd, tiff_tag::compression, 0) != old_jpeg)
        return "damaged TIFF: it has " + counted(told, kind) + ", and its picture takes " +
               std::to_string(count);
    if (!pieces->is_plain) return {};
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto bytes = tiff.value(*pointers.counts, i);
        if (!bytes) return {};  // what is wrong with the tags shows elsewhere
        // The only one of its plane need not say how long it is.
        if (*bytes == 0 && pieces->in_plane == 1) continue;
        if (*bytes < pieces->bytes(i))
            return "damaged or truncated TIFF data: " + kind + " " + std::to_string(i + 1) +
                   " of " + std::to_string(count) + " has " + counted(*bytes, "byte") +
                   ", and its rows take " + std::to_string(pieces->bytes(i));
    }
    return {};
}

void require_possible_pieces(std::span<const std::byte> file) {
    const auto tiff = TiffBlock::open(file);
    const auto ifd = tiff ? tiff->read(tiff->first_ifd()) : std::nullopt;
    const std::string fault = ifd ? fault_of_pieces(*tiff, *ifd) : std::string();
    if (!fault.empty()) throw ImageError(fault);
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
