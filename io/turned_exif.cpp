#include <algorithm>
#include <optional>

#include "io/exif_editor.hpp"
#include "io/jpeg_segments.hpp"
#include "io/turned_blocks.hpp"
#include "io/turned_thumbnail.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

void turn_subject(BlockEditor& block, const Ifd& exif, TiffTag tag, const PictureTurn& picture,
                  Notes& notes) {
    const auto subject = subject_at(block, exif, tag);
    if (!subject) return;
    const Size space = coordinate_space(block, exif, picture.source);
    const auto moved = turned_subject(*subject, space, picture.turn);
    if (moved && !set_subject(block, exif, tag, *moved))
        notes.add("the subject's place in EXIF overlaps other tags and was left as it is");
    if (!moved)
        notes.add("the subject's place in EXIF lies outside the picture and was left as it is");
}

struct Slot {
    std::size_t offset = 0;
    std::size_t size_bytes = 0;
};

/// What of `slot`, which starts with a JPEG file, is that file's: with the zeros behind its end,
/// but not what else stands there.
std::size_t own_bytes(std::span<const std::byte> slot) {
    try {
        const std::size_t end = read_jpeg_layout(slot).end;
        const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
        return std::ranges::all_of(slot.subspan(end), is_zero) ? slot.size() : end;
    } catch (const ImageError&) {
        return slot.size();  // damaged: nothing will be written there
    }
}

/// Where the thumbnail's JPEG file stands in the block. Some writers count more bytes than it or
/// the block has: what it has is whole as a rule.
std::optional<Slot> thumbnail_slot(const BlockEditor& block, const Ifd& ifd1,
                                   std::span<const std::byte> bytes) {
    const auto offset = block.number(ifd1, tiff_tag::thumbnail_offset);
    const auto size_bytes = block.number(ifd1, tiff_tag::thumbnail_bytes);
    if (!offset || !size_bytes || *offset >= bytes.size()) return std::nullopt;
    const BlockStructure& structure = block.structure();
    if (!structure.is_free(*offset, 1)) return std::nullopt;
    const std::uint64_t most_bytes = structure.next_start(*offset, bytes.size()) - *offset;
    const Slot slot = {static_cast<std::size_t>(*offset),
                       static_cast<std::size_t>(std::min(*size_bytes, most_bytes))};
    return Slot{slot.offset, own_bytes(bytes.subspan(slot.offset, slot.size_bytes))};
}

/// Whether the directory has a thumbnail. Software that took one out often left the tags, with a
/// size of 0.
bool has_thumbnail(const BlockEditor& block, const Ifd& ifd1) {
    if (ifd1.find(tiff_tag::thumbnail_offset) == nullptr)
        return ifd1.find(tiff_tag::strip_offsets) != nullptr;
    return block.number(ifd1, tiff_tag::thumbnail_bytes) != 0U;
}

void turn_thumbnail(std::vector<std::byte>& bytes, const TiffBlock& tiff, const Ifd& ifd0,
                    std::size_t largest_bytes, Turn turn, Notes& notes) {
    BlockEditor block(bytes, tiff);
    const auto ifd1 = ifd0.next == 0 ? std::nullopt : tiff.read(ifd0.next);
    if (!ifd1 || !has_thumbnail(block, *ifd1)) return;
    const auto slot = thumbnail_slot(block, *ifd1, bytes);
    const auto jpeg =
        slot ? turned_thumbnail(std::span(bytes).subspan(slot->offset, slot->size_bytes), turn)
             : std::nullopt;
    const std::size_t even = bytes.size() + bytes.size() % 2;
    const bool fits = jpeg && jpeg->size() <= slot->size_bytes;
    const bool has_room = jpeg &&
                          block.can_set(*ifd1, tiff_tag::thumbnail_bytes, 0, jpeg->size()) &&
                          (fits || (jpeg->size() <= largest_bytes - std::min(largest_bytes, even) &&
                                    block.can_set(*ifd1, tiff_tag::thumbnail_offset, 0, even)));
    if (!has_room || !block.can_change(*ifd1)) {
        notes.add(jpeg ? "the thumbnail was dropped: turned, it finds no room in its EXIF"
                       : "the thumbnail was dropped: it cannot be turned");
        block.unlink_next(ifd0);
        return;
    }
    if (swaps_axes(turn)) {
        block.exchange(*ifd1, tiff_tag::image_width, tiff_tag::image_length);
        block.exchange(*ifd1, tiff_tag::x_resolution, tiff_tag::y_resolution);
    }
    block.set_number(*ifd1, tiff_tag::thumbnail_bytes, 0, jpeg->size());
    if (!fits) block.set_number(*ifd1, tiff_tag::thumbnail_offset, 0, even);
    // From here on the block's directories are not read any more: it may move.
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(slot->offset), slot->size_bytes,
                std::byte{0});
    const std::size_t at = fits ? slot->offset : even;
    bytes.resize(std::max(bytes.size(), at + jpeg->size()));
    std::ranges::copy(*jpeg, bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

std::vector<std::byte> turned_exif(std::span<const std::byte> block, BlockKind kind,
                                   std::size_t largest_bytes, const PictureTurn& picture,
                                   Notes& notes) {
    std::vector<std::byte> result(block.begin(), block.end());
    set_orientation(result, kind, Turn::none);
    const auto tiff = TiffBlock::open(result);
    if (!tiff || picture.turn == Turn::none) return result;
    BlockEditor editor(result, *tiff);
    const auto ifd0 = editor.ifd0();
    if (!ifd0 || !ifd0->complete) return result;
    constexpr const char* damaged =
        "parts of EXIF overlap or are cut off, and were left as they are but for the orientation";
    if (!editor.can_change(*ifd0)) {
        notes.add(damaged);
        return result;
    }
    const auto exif = editor.ifd_at(*ifd0, tiff_tag::exif_pointer);
    if (exif && !editor.can_change(*exif)) notes.add(damaged);
    if (exif && editor.can_change(*exif)) {
        turn_subject(editor, *exif, tiff_tag::subject_area, picture, notes);
        turn_subject(editor, *exif, tiff_tag::subject_location, picture, notes);
        if (swaps_axes(picture.turn))
            editor.exchange(*exif, tiff_tag::pixel_x_dimension, tiff_tag::pixel_y_dimension);
    }
    if (swaps_axes(picture.turn)) {
        editor.exchange(*ifd0, tiff_tag::x_resolution, tiff_tag::y_resolution);
        if (kind == BlockKind::exif)
            editor.exchange(*ifd0, tiff_tag::image_width, tiff_tag::image_length);
    }
    if (kind == BlockKind::exif)
        turn_thumbnail(result, *tiff, *ifd0, largest_bytes, picture.turn, notes);
    return result;
}

std::vector<std::byte> turned_block(const MetadataBlock& block, const PictureTurn& picture,
                                    Notes& notes) {
    return block.content == BlockContent::exif
               ? turned_exif(block.bytes, BlockKind::exif, block.largest_bytes, picture, notes)
               : turned_xmp(block.bytes, block.largest_bytes, picture, notes);
}

}  // namespace turntile
