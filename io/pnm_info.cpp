#include "io/pnm_info.hpp"

#include <limits>
#include <string>

#include "io/byte_reader.hpp"
#include "io/counted.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::uint32_t largest_number = 0x7fffffff;  // the largest that OpenCV reads
constexpr std::uint32_t largest_value = 65535;

bool is_space(int letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

bool is_digit(int letter) {
    return letter >= '0' && letter <= '9';
}

/// Reads the words of a header. `peek` gives -1 at the end.
class Words {
  public:
    Words(const ByteReader& file, std::uint64_t position) : file_(file), position_(position) {}

    std::uint64_t position() const { return position_; }
    int peek() const {
        const auto letter = file_.u8(position_);
        return letter ? *letter : -1;
    }

    void skip_spaces_and_comments() {
        while (is_space(peek()) || peek() == '#')
            if (peek() == '#')
                skip_line();
            else
                ++position_;
    }

    /// @throws ImageError if no number stands here or it is too large
    std::uint32_t number() {
        skip_spaces_and_comments();
        if (!is_digit(peek())) throw ImageError("the PNM's header is damaged");
        std::uint64_t value = 0;
        for (; is_digit(peek()); ++position_) {
            value = value * 10 + static_cast<std::uint64_t>(peek() - '0');
            if (value > largest_number) throw ImageError("the PNM's header is damaged");
        }
        return static_cast<std::uint32_t>(value);
    }

    /// Passes digits, spaces and comments: the pixels of a plain (text) image.
    void skip_plain_pixels() {
        for (skip_spaces_and_comments(); is_digit(peek()); skip_spaces_and_comments())
            while (is_digit(peek()))
                ++position_;
    }

  private:
    void skip_line() {
        while (peek() != '\n' && peek() != '\r' && peek() != -1)
            ++position_;
    }

    const ByteReader& file_;
    std::uint64_t position_;
};

struct Header {
    Size size;
    int channels = 1;
    std::uint32_t largest_value = 1;
    bool is_bitmap = false;
    bool is_plain = false;
    std::uint64_t pixels = 0;  ///< offset in bytes from the file's start
};

bool starts_image(const ByteReader& file, std::uint64_t offset) {
    const int kind = file.u8(offset + 1).value_or(0);
    return file.holds(offset, "P") && kind >= '1' && kind <= '6' &&
           is_space(file.u8(offset + 2).value_or(0));
}

Header read_header(const ByteReader& file, std::uint64_t offset) {
    const int kind = require(file.u8(offset + 1), "the PNM's header");
    Words words(file, offset + 2);
    Header header;
    header.is_plain = kind <= '3';
    header.is_bitmap = kind == '1' || kind == '4';
    header.channels = kind == '3' || kind == '6' ? 3 : 1;
    header.size.width = words.number();
    header.size.height = words.number();
    if (!header.is_bitmap) header.largest_value = words.number();
    if (header.size.width == 0 || header.size.height == 0 || header.largest_value == 0 ||
        header.largest_value > largest_value)
        throw ImageError("the PNM's header gives no possible size or values");
    if (!header.is_plain && !is_space(words.peek()))
        throw ImageError("the PNM's header does not end with one space");
    header.pixels = words.position() + 1;
    return header;
}

/// Bytes of a binary image's pixels; the largest number if there are more.
std::uint64_t pixels_bytes(const Header& header) {
    const auto width = static_cast<std::uint64_t>(header.size.width);
    const auto height = static_cast<std::uint64_t>(header.size.height);
    const std::uint64_t sample_bytes = header.largest_value > 255 ? 2 : 1;
    const std::uint64_t row_bytes =
        header.is_bitmap ? (width + 7) / 8
                         : width * static_cast<std::uint64_t>(header.channels) * sample_bytes;
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return height > most / row_bytes ? most : row_bytes * height;
}

/// Where the image ends: at the latest at the file's end.
std::uint64_t end_of_image(const ByteReader& file, const Header& header) {
    if (header.is_plain) {
        Words words(file, header.pixels);
        words.skip_plain_pixels();
        return words.position();
    }
    return file.has(header.pixels, pixels_bytes(header)) ? header.pixels + pixels_bytes(header)
                                                         : file.size();
}

int count_images(const ByteReader& file, const Header& first) {
    int images = 1;
    for (std::uint64_t at = end_of_image(file, first);;) {
        Words words(file, at);
        words.skip_spaces_and_comments();
        if (!starts_image(file, words.position())) return images;
        ++images;
        try {
            at = end_of_image(file, read_header(file, words.position()));
        } catch (const ImageError&) {
            return images;  // it was counted: that it is damaged does not matter here
        }
    }
}

/// OpenCV scales the values of plain 8-bit images to 0 to 255, and no others.
void check_values(const Header& header, FileInfo& info) {
    if (header.is_bitmap) {
        info.notes.emplace_back("1-bit pixels become 8-bit");
        return;
    }
    if (header.largest_value == 255 || header.largest_value == 65535) return;
    const std::string values = "values from 0 to " + std::to_string(header.largest_value);
    if (!header.is_plain || header.largest_value > 255)
        throw ImageError("PNM with " + values + " is not supported");
    info.refused.push_back({Loss::depth, values + " become 0 to 255"});
}

}  // namespace

bool is_pnm(std::span<const std::byte> bytes) {
    return starts_image(ByteReader(bytes, ByteOrder::big), 0);
}

FileInfo pnm_info(std::span<const std::byte> bytes) {
    const ByteReader file(bytes, ByteOrder::big);
    const Header header = read_header(file, 0);
    FileInfo info;
    info.format = Format::pnm;
    info.size = header.size;
    info.channels = header.channels;
    info.sample = header.largest_value > 255 ? Sample::u16 : Sample::u8;
    check_values(header, info);
    info.frames = count_images(file, header);
    if (info.frames > 1)
        info.refused.push_back(
            {Loss::pages, counted(static_cast<std::uint64_t>(info.frames) - 1, "more image")});
    if (!header.is_plain && !file.has(header.pixels, pixels_bytes(header)))
        info.refused.push_back({Loss::truncated, "the PNM ends before its last pixel"});
    return info;
}

}  // namespace turntile
