#include "io/pnm_info.hpp"

#include <string>

#include "io/byte_reader.hpp"
#include "io/counted.hpp"
#include "io/pnm_extent.hpp"
#include "io/pnm_header.hpp"
#include "turntile/error.hpp"
#include "turntile/turn_check.hpp"

namespace turntile {
namespace {

/// The images of a stream, and where the last one ends.
struct Images {
    int count = 1;
    std::uint64_t end = 0;
    bool ends_file = true;  ///< nothing stands behind them
};

Images find_images(const ByteReader& file, PnmHeader header) {
    Images images;
    for (;;) {
        images.end = end_of_pnm(file, header);
        images.ends_file = ends_there(file, header, images.end);
        PnmWords words(file, images.end);
        words.skip_spaces_and_comments();
        if (!starts_pnm(file, words.position())) return images;
        ++images.count;
        try {
            header = read_pnm_header(file, words.position());
        } catch (const ImageError&) {
            images.ends_file = true;  // it was counted: that it is damaged does not matter here
            return images;
        }
    }
}

/// What is lost when the image alone is written. Comments of the header stay.
void note_dropped(const ByteReader& file, const PnmHeader& header, const Images& images,
                  FileInfo& info) {
    std::vector<TextSpan> comments;
    end_of_pnm(file, header, &comments);
    if (!comments.empty()) info.dropped.push_back({Loss::metadata, "comments among the pixels"});
    if (!images.ends_file)
        info.dropped.push_back(
            {Loss::extras, counted(file.size() - images.end, "byte") + " after the PNM's end"});
}

/// OpenCV scales the values of plain 8-bit images to 0 to 255, and no others.
void describe_decoding(const PnmHeader& header, FileInfo& info) {
    if (header.is_float()) {
        info.why_not_decoded = "PFM can only be written as PFM";
    } else if (header.kind == '7') {
        info.why_not_decoded = "PAM can only be written as PAM";
    } else if (header.is_bitmap()) {
        info.decode_notes.emplace_back("1-bit pixels become 8-bit");
    } else if (header.largest_value != 255 && header.largest_value != 65535) {
        const std::string values = "values from 0 to " + std::to_string(header.largest_value);
        if (!header.is_plain() || header.largest_value > 255)
            info.why_not_decoded = "PNM with " + values + " can only be written as PNM";
        else
            info.decode_refused.push_back({Loss::depth, values + " become 0 to 255"});
    }
}

}  // namespace

bool is_pnm(std::span<const std::byte> bytes) {
    return starts_pnm(ByteReader(bytes, ByteOrder::big), 0);
}

FileInfo pnm_info(std::span<const std::byte> bytes) {
    const ByteReader file(bytes, ByteOrder::big);
    const PnmHeader header = read_pnm_header(file, 0);
    FileInfo info;
    info.format = Format::pnm;
    info.size = header.size;
    info.channels = header.channels;
    info.sample = header.is_float()            ? Sample::f32
                  : header.largest_value > 255 ? Sample::u16
                                               : Sample::u8;
    info.stored_pixel_bytes = static_cast<std::size_t>(header.pixel_bytes());
    if (!is_pixel_size(info.stored_pixel_bytes))
        throw ImageError("PAM with " + std::to_string(header.channels) +
                         " samples a pixel is not supported");
    describe_decoding(header, info);
    const Images images = find_images(file, header);
    info.frames = images.count;
    if (info.frames > 1)
        info.refused.push_back(
            {Loss::pages, counted(static_cast<std::uint64_t>(info.frames) - 1, "more image")});
    if (!header.is_plain() && !file.has(header.pixels, header.pixels_bytes()))
        info.refused.push_back({Loss::truncated, "the PNM ends before its last pixel"});
    note_dropped(file, header, images, info);
    return info;
}

}  // namespace turntile
