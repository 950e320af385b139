// The headers of PBM, PGM, PPM, PAM and PFM.
#pragma once

#include <cstdint>
#include <vector>

#include "io/byte_reader.hpp"
#include "turntile/export.h"
#include "turntile/turn.hpp"

namespace turntile {

/// Where a text stands: the file's bytes from `begin` to `end`.
struct TextSpan {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

struct TURNTILE_EXPORT PnmHeader {
    char kind = '6';  ///< the letter behind the first P: 1 to 7, F, f
    Size size;
    int channels = 1;
    std::uint32_t largest_value = 1;
    std::uint64_t pixels = 0;  ///< offset in bytes from the file's start
    TextSpan width;            ///< where the number stands
    TextSpan height;
    std::vector<TextSpan> comments;  ///< each from its # up to the line's end

    bool is_bitmap() const { return kind == '1' || kind == '4'; }
    bool is_plain() const { return kind <= '3'; }
    bool is_float() const { return kind == 'F' || kind == 'f'; }
    std::uint64_t sample_bytes() const { return is_float() ? 4 : largest_value > 255 ? 2 : 1; }
    /// Bytes of a stored pixel; bits have bytes of their own.
    std::uint64_t pixel_bytes() const {
        return static_cast<std::uint64_t>(channels) * sample_bytes();
    }
    /// Of a binary image.
    std::uint64_t row_bytes() const {
        const auto width_px = static_cast<std::uint64_t>(size.width);
        return is_bitmap() ? (width_px + 7) / 8 : width_px * pixel_bytes();
    }
    /// Of a binary image; the largest number if there are more.
    std::uint64_t pixels_bytes() const;
};

/// Passes words of a text, and puts the comments on the way into `comments`, if there is such.
/// `peek` gives -1 at the end.
class TURNTILE_EXPORT PnmWords {
  public:
    PnmWords(const ByteReader& file, std::uint64_t position,
             std::vector<TextSpan>* comments = nullptr)
        : file_(file), position_(position), comments_(comments) {}

    std::uint64_t position() const { return position_; }
    int peek() const {
        const auto letter = file_.u8(position_);
        return letter ? *letter : -1;
    }
    void skip_spaces();
    void skip_spaces_and_comments();
    void skip_line();
    void skip_letter() { ++position_; }
    /// Passes letters up to the next space.
    TextSpan word();
    /// Passes a number and says where it stood. @throws ImageError if there is none, or it is too
    /// large
    std::uint32_t number(TextSpan* where = nullptr);

  private:
    const ByteReader& file_;
    std::uint64_t position_;
    std::vector<TextSpan>* comments_;
};

/// Whether the header of an image stands at `offset`.
bool starts_pnm(const ByteReader& file, std::uint64_t offset);

/// @throws ImageError
TURNTILE_EXPORT PnmHeader read_pnm_header(const ByteReader& file, std::uint64_t offset);

}  // namespace turntile
