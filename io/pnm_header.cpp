#include "io/pnm_header.hpp"

#include <limits>
#include <string_view>

#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr std::uint32_t largest_number = 0x7fffffff;
constexpr std::uint32_t largest_value = 65535;

bool is_space(int letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

bool is_digit(int letter) {
    return letter >= '0' && letter <= '9';
}

[[noreturn]] void fail() {
    throw ImageError("the PNM's header is damaged");
}

/// Lines of a word and its value, up to ENDHDR.
void read_pam(const ByteReader& file, PnmWords& words, PnmHeader& header) {
    header.channels = 0;
    header.largest_value = 0;
    for (;;) {
        words.skip_spaces_and_comments();
        const TextSpan word = words.word();
        const auto is = [&](std::string_view text) {
            return word.end - word.begin == text.size() && file.holds(word.begin, text);
        };
        if (is("ENDHDR")) break;
        if (is("WIDTH"))
            header.size.width = words.number(&header.width);
        else if (is("HEIGHT"))
            header.size.height = words.number(&header.height);
        else if (is("DEPTH"))
            header.channels = static_cast<int>(words.number());
        else if (is("MAXVAL"))
            header.largest_value = words.number();
        else if (is("TUPLTYPE"))
            words.skip_line();
        else
            fail();
    }
    if (words.peek() != '\n') fail();
}

void read_numbers(PnmWords& words, PnmHeader& header) {
    header.size.width = words.number(&header.width);
    header.size.height = words.number(&header.height);
    if (header.is_float()) {
        words.skip_spaces_and_comments();
        words.word();  // the scale, whose sign is the order of the bytes
    } else if (!header.is_bitmap()) {
        header.largest_value = words.number();
    }
    if (!header.is_plain() && !is_space(words.peek()))
        throw ImageError("the PNM's header does not end with one space");
}

}  // namespace

void PnmWords::skip_line() {
    while (peek() != '\n' && peek() != '\r' && peek() != -1)
        ++position_;
}

void PnmWords::skip_spaces() {
    while (is_space(peek()))
        ++position_;
}

void PnmWords::skip_spaces_and_comments() {
    for (skip_spaces(); peek() == '#'; skip_spaces()) {
        const std::uint64_t begin = position_;
        skip_line();
        if (comments_ != nullptr) comments_->push_back({begin, position_});
    }
}

TextSpan PnmWords::word() {
    const std::uint64_t begin = position_;
    while (peek() != -1 && !is_space(peek()))
        ++position_;
    if (begin == position_) fail();
    return {begin, position_};
}

std::uint32_t PnmWords::number(TextSpan* where) {
    skip_spaces_and_comments();
    if (!is_digit(peek())) fail();
    const std::uint64_t begin = position_;
    std::uint64_t value = 0;
    for (; is_digit(peek()); ++position_) {
        value = value * 10 + static_cast<std::uint64_t>(peek() - '0');
        if (value > largest_number) fail();
    }
    if (where != nullptr) *where = {begin, position_};
    return static_cast<std::uint32_t>(value);
}

std::uint64_t PnmHeader::pixels_bytes() const {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const auto rows = static_cast<std::uint64_t>(size.height);
    return rows > most / row_bytes() ? most : row_bytes() * rows;
}

bool starts_pnm(const ByteReader& file, std::uint64_t offset) {
    const int kind = file.u8(offset + 1).value_or(0);
    const bool is_known = (kind >= '1' && kind <= '7') || kind == 'F' || kind == 'f';
    return file.holds(offset, "P") && is_known && is_space(file.u8(offset + 2).value_or(0));
}

PnmHeader read_pnm_header(const ByteReader& file, std::uint64_t offset) {
    PnmHeader header;
    header.kind = static_cast<char>(require(file.u8(offset + 1), "the PNM's header"));
    header.channels = header.kind == '3' || header.kind == '6' || header.kind == 'F' ? 3 : 1;
    PnmWords words(file, offset + 2, &header.comments);
    if (header.kind == '7')
        read_pam(file, words, header);
    else
        read_numbers(words, header);
    if (header.size.width == 0 || header.size.height == 0 || header.largest_value == 0 ||
        header.largest_value > largest_value || header.channels < 1 || header.channels > 16)
        throw ImageError("the PNM's header gives no possible size or values");
    header.pixels = words.position() + 1;
    return header;
}

}  // namespace turntile
