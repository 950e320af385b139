#include "io/pnm_info.hpp"

#include <string>

#include "io/byte_reader.hpp"
#include "io/counted.hpp"
#include "io/pnm_header.hpp"
#include "turntile/error.hpp"
#include "turntile/turn_check.hpp"

namespace turntile {
namespace {

/// Passes digits, spaces and comments: the pixels of a plain (text) image.
std::uint64_t end_of_plain_pixels(const ByteReader& file, std::uint64_t begin) {
    PnmWords words(file, begin);
    const auto is_digit = [&] { return words.peek() >= '0' && words.peek() <= '9'; };
    for (words.skip_spaces_and_comments(); is_digit(); words.skip_spaces_and_comments())
        while (is_digit())
            words.skip_letter();
    return words.position();
}

/// Where the image ends: at the latest at the file's end.
std::uint64_t end_of_image(const ByteReader& file, const PnmHeader& header) {
    if (header.is_plain()) return end_of_plain_pixels(file, header.pixels);
    return file.has(header.pixels, header.pixels_bytes()) ? header.pixels + header.pixels_bytes()
                                                          : file.size();
}

int count_images(const ByteReader& file, const PnmHeader& first) {
    int images = 1;
    for (std::uint64_t at = end_of_image(file, first);;) {
        PnmWords words(file, at);
        words.skip_spaces_and_comments();
        if (!starts_pnm(file, words.position())) return images;
        ++images;
        try {
            at = end_of_image(file, read_pnm_header(file, words.position()));
        } catch (const ImageError&) {
            return images;  // it was counted: that it is damaged does not matter here
        }
    }
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
    info.frames = count_images(file, header);
    if (info.frames > 1)
        info.refused.push_back(
            {Loss::pages, counted(static_cast<std::uint64_t>(info.frames) - 1, "more image")});
    if (!header.is_plain() && !file.has(header.pixels, header.pixels_bytes()))
        info.refused.push_back({Loss::truncated, "the PNM ends before its last pixel"});
    return info;
}

}  // namespace turntile
