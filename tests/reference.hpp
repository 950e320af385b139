// The oracle: what each turn does, written from the pictures in turn.hpp and not from any formula,
// and comparisons that say the first wrong pixel.
//
//     HostImage src(size, pixel_bytes, odd), dst(turned(size, turn), pixel_bytes, misaligned);
//     src.fill_random(1);
//     cpu::turn(src.view(), dst.view(), turn, method);
//     EXPECT_TRUE(reference::same_pixels(reference::turn(src, turn), dst));
//     EXPECT_TRUE(reference::untouched_outside(dst));
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "tests/test_image.hpp"

namespace turntile::reference {

enum class Line : std::uint8_t { top_row, bottom_row, left_column, right_column };
enum class Reading : std::uint8_t { rightwards, leftwards, downwards, upwards };

/// What becomes of the source's top row, read from left to right. Its other rows follow inwards.
struct Fate {
    Line becomes;
    Reading read;
};

inline Fate fate_of_top_row(Turn turn) {
    switch (turn) {
        case Turn::none: return {Line::top_row, Reading::rightwards};
        case Turn::flip_horizontal: return {Line::top_row, Reading::leftwards};
        case Turn::rotate_180: return {Line::bottom_row, Reading::leftwards};
        case Turn::flip_vertical: return {Line::bottom_row, Reading::rightwards};
        case Turn::transpose: return {Line::left_column, Reading::downwards};
        case Turn::rotate_90: return {Line::right_column, Reading::downwards};
        case Turn::transverse: return {Line::right_column, Reading::upwards};
        case Turn::rotate_270: return {Line::left_column, Reading::upwards};
    }
    throw std::logic_error("the oracle knows eight turns");
}

/// Whether a picture's rows become columns.
inline bool rows_become_columns(Turn turn) {
    const Line line = fate_of_top_row(turn).becomes;
    return line == Line::left_column || line == Line::right_column;
}

/// The source's size after `turn`.
inline Size size_after(Size source, Turn turn) {
    return rows_become_columns(turn) ? Size{source.height, source.width} : source;
}

/// Where pixel number `along` of source row number `row` stands in a turned picture of size `size`.
inline Point place(Fate fate, std::int64_t row, std::int64_t along, Size size) {
    Point at;
    switch (fate.becomes) {
        case Line::top_row: at.y = row; break;
        case Line::bottom_row: at.y = size.height - 1 - row; break;
        case Line::left_column: at.x = row; break;
        case Line::right_column: at.x = size.width - 1 - row; break;
    }
    switch (fate.read) {
        case Reading::rightwards: at.x = along; break;
        case Reading::leftwards: at.x = size.width - 1 - along; break;
        case Reading::downwards: at.y = along; break;
        case Reading::upwards: at.y = size.height - 1 - along; break;
    }
    return at;
}

/// `source` turned by `turn`.
inline HostImage turn(const HostImage& source, Turn turn) {
    const Fate fate = fate_of_top_row(turn);
    HostImage result(size_after(source.size(), turn), source.pixel_bytes());
    for (std::int64_t row = 0; row < source.size().height; ++row)
        for (std::int64_t along = 0; along < source.size().width; ++along)
            std::memcpy(result.pixel(place(fate, row, along, result.size())),
                        source.pixel({along, row}), source.pixel_bytes());
    return result;
}

/// What a turn makes of the 3x2 picture abc/def, written by hand; a slash ends a row.
struct TurnedPicture {
    Turn turn;
    const char* rows;
};

inline constexpr const char* upright_picture = "abc/def";
inline constexpr std::array turned_pictures = {
    TurnedPicture{Turn::none, "abc/def"},        TurnedPicture{Turn::flip_horizontal, "cba/fed"},
    TurnedPicture{Turn::rotate_180, "fed/cba"},  TurnedPicture{Turn::flip_vertical, "def/abc"},
    TurnedPicture{Turn::transpose, "ad/be/cf"},  TurnedPicture{Turn::rotate_90, "da/eb/fc"},
    TurnedPicture{Turn::transverse, "fc/eb/da"}, TurnedPicture{Turn::rotate_270, "cf/be/ad"},
};

/// The picture written as `rows`: each letter is a pixel of `pixel_bytes` bytes that begins with
/// the letter.
inline HostImage image_of(const std::string& rows, std::size_t pixel_bytes, Layout layout = tight) {
    const auto width = static_cast<std::int64_t>(std::min(rows.find('/'), rows.size()));
    const auto height = std::count(rows.begin(), rows.end(), '/') + 1;
    HostImage image({width, height}, pixel_bytes, layout);
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x) {
            const char letter = rows[static_cast<std::size_t>(y * (width + 1) + x)];
            for (std::size_t i = 0; i < pixel_bytes; ++i)
                image.pixel({x, y})[i] = static_cast<std::byte>(static_cast<unsigned>(letter) + i);
        }
    return image;
}

/// The bytes of a pixel in hexadecimal.
inline std::string to_text(const std::byte* pixel, std::size_t pixel_bytes) {
    std::string text;
    for (std::size_t i = 0; i < pixel_bytes; ++i) {
        const auto value = std::to_integer<unsigned>(pixel[i]);
        text += "0123456789abcdef"[value >> 4U];
        text += "0123456789abcdef"[value & 15U];
    }
    return text;
}

/// Whether `got` has the size and the pixels of `expected`, whatever their layouts.
inline testing::AssertionResult same_pixels(const HostImage& expected, const HostImage& got) {
    if (expected.size() != got.size() || expected.pixel_bytes() != got.pixel_bytes())
        return testing::AssertionFailure()
               << "expected " << testing::PrintToString(expected.size()) << " pixels of "
               << expected.pixel_bytes() << " bytes, got " << testing::PrintToString(got.size())
               << " of " << got.pixel_bytes();
    for (std::int64_t y = 0; y < got.size().height; ++y) {
        if (got.size().width == 0 ||
            std::memcmp(expected.view().row(y), got.view().row(y), got.view().row_bytes()) == 0)
            continue;
        for (std::int64_t x = 0; x < got.size().width; ++x) {
            const std::byte* const want = expected.pixel({x, y});
            const std::byte* const have = got.pixel({x, y});
            if (std::memcmp(want, have, got.pixel_bytes()) != 0)
                return testing::AssertionFailure()
                       << "the first wrong pixel is (" << x << ", " << y << "): expected "
                       << to_text(want, got.pixel_bytes()) << ", got "
                       << to_text(have, got.pixel_bytes());
        }
    }
    return testing::AssertionSuccess();
}

/// Whether everything outside the pixels of `image` is as it was made.
inline testing::AssertionResult untouched_outside(const HostImage& image) {
    const std::size_t broken = image.first_broken_canary();
    if (broken == image.storage().size()) return testing::AssertionSuccess();
    const ImageView view = image.view();
    const auto first = static_cast<std::ptrdiff_t>(view.row(0) - image.storage().data());
    return testing::AssertionFailure()
           << "memory outside the pixels was written: byte "
           << static_cast<std::ptrdiff_t>(broken) - first << " from the first pixel (rows of "
           << view.row_bytes() << " bytes, pitch " << view.pitch_bytes << ", " << view.height
           << " rows)";
}

}  // namespace turntile::reference
