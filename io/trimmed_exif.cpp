#include <algorithm>
#include <limits>
#include <optional>

#include "io/exif_editor.hpp"
#include "io/trimmed_blocks.hpp"

namespace turntile {
namespace {

// Larger numbers are no pixels of a picture that can be trimmed.
constexpr std::uint64_t most_px = std::numeric_limits<std::int32_t>::max();

std::optional<std::int64_t> pixels(const BlockEditor& block, const Ifd& ifd, TagId tag,
                                   std::uint64_t index = 0) {
    const auto value = block.number(ifd, tag, index);
    if (!value || *value > most_px) return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

void set_pixels(BlockEditor& block, const Ifd& ifd, TagId tag, std::uint64_t index,
                std::int64_t value) {
    block.set_number(ifd, tag, index, static_cast<std::uint64_t>(value));
}

void trim_size(BlockEditor& block, const Ifd& ifd, TagId tag, TrimmedSide side) {
    if (const auto length = pixels(block, ifd, tag))
        set_pixels(block, ifd, tag, 0, side.kept_of(*length));
}

/// Where the subject is along one side (`index` is 0 across and 1 down): a point or a middle, and
/// of an area the length two numbers behind it. Nothing is left of it at `end` and beyond.
void trim_subject(BlockEditor& block, const Ifd& exif, TagId tag, std::uint64_t index,
                  std::int64_t end) {
    const auto middle = pixels(block, exif, tag, index);
    if (!middle) return;
    const bool is_area = block.number(exif, tag, 3).has_value();
    const auto length = is_area ? pixels(block, exif, tag, index + 2) : std::nullopt;
    if (!length) return set_pixels(block, exif, tag, index, std::min(*middle, end - 1));
    const Stretch kept = cut({*middle - *length / 2, *length}, end);
    set_pixels(block, exif, tag, index, kept.start + kept.length / 2);
    set_pixels(block, exif, tag, index + 2, kept.length);
}

void trim_subjects(BlockEditor& block, const Ifd& exif, const Trimming& trimming) {
    const Size space = coordinate_space(block, exif, trimming.whole());
    if (space.width > std::int64_t{most_px} || space.height > std::int64_t{most_px}) return;
    const Size kept = trimming.kept_of(space);
    for (const TagId tag : {subject_area, subject_location}) {
        const auto x = pixels(block, exif, tag, 0);
        const auto y = pixels(block, exif, tag, 1);
        if (!x || !y || *x >= space.width || *y >= space.height) continue;
        if (trimming.across.is_trimmed()) trim_subject(block, exif, tag, 0, kept.width);
        if (trimming.down.is_trimmed()) trim_subject(block, exif, tag, 1, kept.height);
    }
}

}  // namespace

std::vector<std::byte> trimmed_exif(std::span<const std::byte> block, const Trimming& trimming) {
    std::vector<std::byte> result(block.begin(), block.end());
    const auto tiff = TiffBlock::open(result);
    if (!tiff) return result;
    BlockEditor editor(result, *tiff);
    const auto ifd0 = editor.ifd0();
    if (!ifd0 || !ifd0->complete) return result;
    if (const auto exif = editor.ifd_at(*ifd0, exif_pointer)) {
        trim_subjects(editor, *exif, trimming);
        trim_size(editor, *exif, pixel_x_dimension, trimming.across);
        trim_size(editor, *exif, pixel_y_dimension, trimming.down);
    }
    trim_size(editor, *ifd0, image_width, trimming.across);
    trim_size(editor, *ifd0, image_length, trimming.down);
    return result;
}

std::vector<std::byte> trimmed_block(const MetadataBlock& block, const Trimming& trimming,
                                     Notes& notes) {
    return block.content == BlockContent::exif
               ? trimmed_exif(block.bytes, trimming)
               : trimmed_xmp(block.bytes, block.largest_bytes, trimming, notes);
}

}  // namespace turntile
