// The marker segments of a JPEG file: where each stands, what its frame is, where the picture ends.
// ITU-T T.81 annex B.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "turntile/turn.hpp"

namespace turntile {

namespace jpeg_marker {
inline constexpr std::uint8_t dht = 0xc4;
inline constexpr std::uint8_t soi = 0xd8;
inline constexpr std::uint8_t eoi = 0xd9;
inline constexpr std::uint8_t sos = 0xda;
inline constexpr std::uint8_t app0 = 0xe0;
inline constexpr std::uint8_t app1 = 0xe1;
inline constexpr std::uint8_t app2 = 0xe2;
inline constexpr std::uint8_t app13 = 0xed;
inline constexpr std::uint8_t app14 = 0xee;
inline constexpr std::uint8_t app15 = 0xef;
inline constexpr std::uint8_t com = 0xfe;
}  // namespace jpeg_marker

/// What an APP2 segment with a part of a colour profile starts with; the part's number and that of
/// all parts follow.
inline constexpr std::string_view icc_signature("ICC_PROFILE\0", 12);

/// What an APP0 segment with the picture's density starts with.
inline constexpr std::string_view jfif_signature("JFIF\0", 5);

/// One marker and its segment, in bytes from the file's start.
struct JpegSegment {
    std::uint8_t marker = 0;
    std::size_t offset = 0;      ///< of the marker's last 0xff
    std::size_t size_bytes = 0;  ///< with the marker and the length; 2 for a marker alone

    std::span<const std::byte> bytes(std::span<const std::byte> file) const {
        return file.subspan(offset, size_bytes);
    }
    std::span<const std::byte> payload(std::span<const std::byte> file) const {
        return size_bytes < 4 ? std::span<const std::byte>{}
                              : file.subspan(offset + 4, size_bytes - 4);
    }
    std::size_t end() const { return offset + size_bytes; }
    bool is_application() const {
        return marker >= jpeg_marker::app0 && marker <= jpeg_marker::app15;
    }
};

/// Goes from marker to marker. Fill bytes, entropy-coded data with its stuffed zeros and restart
/// markers, and unknown bytes between segments are passed over, as libjpeg does.
class JpegWalker {
  public:
    /// `file` starts with SOI.
    explicit JpegWalker(std::span<const std::byte> file) : file_(file), position_(2) {}

    /// The next segment; nothing where the file ends.
    /// @throws ImageError for an impossible length
    std::optional<JpegSegment> next();

    /// Whether unknown bytes stood between two segments.
    bool saw_stray_bytes() const { return saw_stray_bytes_; }

  private:
    std::span<const std::byte> file_;
    std::size_t position_;
    bool in_scan_ = false;
    bool saw_stray_bytes_ = false;
};

/// The segments in front of the pixels, markers that stand alone among them.
/// @throws ImageError for an impossible length
std::vector<JpegSegment> segments_before_pixels(std::span<const std::byte> file);

struct JpegComponent {
    std::uint8_t id = 0;
    int horizontal = 1;  ///< sampling factors, 1 to 4
    int vertical = 1;
    int quantisation_table = 0;
};

/// What a JPEG file is made of.
struct JpegLayout {
    std::vector<JpegSegment> segments;  ///< APPn and COM, in their order
    std::uint8_t frame_marker = 0;      ///< SOFn: the coding process
    int precision_bits = 8;
    Size size;
    std::vector<JpegComponent> components;
    std::size_t end = 0;  ///< one past EOI, or the file's size
    bool has_eoi = false;
    bool has_stray_bytes = false;
    bool has_own_tables = false;  ///< some Huffman table lacks codes that the customary ones have
    bool has_several_scans = false;  ///< the first is not of all components
};

/// Reads a whole JPEG file.
/// @throws ImageError if the headers are damaged, or the file ends before its first scan
JpegLayout read_jpeg_layout(std::span<const std::byte> file);

/// The EXIF block of an APP1 segment; empty if `segment` is none.
std::span<const std::byte> exif_block(std::span<const std::byte> file, const JpegSegment& segment);

/// How many of `segments`, from `first` on, hold one EXIF block: where it is too long for one,
/// parts without a TIFF header follow in segments of their own, as exiftool writes them. Else 1.
std::size_t exif_parts(std::span<const std::byte> file, std::span<const JpegSegment> segments,
                       std::size_t first);

/// The EXIF block that `parts` hold together.
std::vector<std::byte> joined_exif(std::span<const std::byte> file,
                                   std::span<const JpegSegment> parts);

/// The XMP packet of an APP1 segment; empty if `segment` is none.
std::span<const std::byte> xmp_packet(std::span<const std::byte> file, const JpegSegment& segment);

/// Whether the segment is `marker` and its payload starts with `signature`.
bool is_segment(std::span<const std::byte> file, const JpegSegment& segment, std::uint8_t marker,
                std::string_view signature);

}  // namespace turntile
