#include <limits>
#include <optional>

#include "io/exif_editor.hpp"
#include "io/trimmed_blocks.hpp"

namespace turntile {
namespace {

// Larger numbers are no pixels of a picture that can be trimmed.
constexpr std::uint64_t most_px = std::numeric_limits<std::int32_t>::max();

void trim_size(BlockEditor& block, const Ifd& ifd, TiffTag tag, TrimmedSide side) {
    const auto length = block.number(ifd, tag);
    if (!length || *length > most_px) return;
    const std::int64_t kept = side.kept_of(static_cast<std::int64_t>(*length));
    block.set_number(ifd, tag, 0, static_cast<std::uint64_t>(kept));
}

void trim_subjects(BlockEditor& block, const Ifd& exif, const Trimming& trimming) {
    const Size space = coordinate_space(block, exif, trimming.whole());
    for (const TiffTag tag : {tiff_tag::subject_area, tiff_tag::subject_location}) {
        const auto subject = subject_at(block, exif, tag);
        const auto kept = subject ? trimmed_subject(*subject, space, trimming) : std::nullopt;
        if (kept) set_subject(block, exif, tag, *kept);
    }
}

}  // namespace

std::vector<std::byte> trimmed_exif(std::span<const std::byte> block, const Trimming& trimming) {
    std::vector<std::byte> result(block.begin(), block.end());
    const auto tiff = TiffBlock::open(result);
    if (!tiff) return result;
    BlockEditor editor(result, *tiff);
    const auto ifd0 = editor.ifd0();
    // What overlaps stays as it is; the turn notes it.
    if (!ifd0 || !ifd0->complete || !editor.can_change(*ifd0)) return result;
    const auto exif = editor.ifd_at(*ifd0, tiff_tag::exif_pointer);
    if (exif && editor.can_change(*exif)) {
        trim_subjects(editor, *exif, trimming);
        trim_size(editor, *exif, tiff_tag::pixel_x_dimension, trimming.across);
        trim_size(editor, *exif, tiff_tag::pixel_y_dimension, trimming.down);
    }
    trim_size(editor, *ifd0, tiff_tag::image_width, trimming.across);
    trim_size(editor, *ifd0, tiff_tag::image_length, trimming.down);
    return result;
}

std::vector<std::byte> trimmed_block(const MetadataBlock& block, const Trimming& trimming,
                                     Notes& notes) {
    return block.content == BlockContent::exif
               ? trimmed_exif(block.bytes, trimming)
               : trimmed_xmp(block.bytes, block.largest_bytes, trimming, notes);
}

}  // namespace turntile
