// Files as bytes, pictures as views: what is in a file, its pixels, and a new file from pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "turntile/error.hpp"
#include "turntile/export.h"
#include "turntile/image_view.hpp"
#include "turntile/jpeg_coding.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// An image file format, found by content, never by name.
enum class Format : std::uint8_t { jpeg, png, tiff, bmp, webp, pnm };

/// What one sample of a channel is.
enum class Sample : std::uint8_t { u8, u16, f32 };

/// What a turn can lose. Each is refused unless it is allowed by its name on the command line.
enum class Loss : std::uint8_t { pages, animation, alpha, depth, metadata, extras, truncated };

/// One thing that a turn would lose in one file: "2 more pages".
struct LossNote {
    Loss loss = Loss::metadata;
    std::string what;
};

/// What a file's headers say. Nothing is decoded to learn it.
struct FileInfo {
    Format format = Format::jpeg;
    Size size;                      ///< of the first frame, in pixels, as stored
    int channels = 3;               ///< that `decode` returns: 1, 3 or 4, in the order B, G, R, A
    bool is_cmyk = false;           ///< four channels without alpha: a JPEG for print
    Sample sample = Sample::u8;     ///< that `decode` returns
    int frames = 1;                 ///< pictures, pages or animation frames in the file
    Turn orientation = Turn::none;  ///< the turn that makes the stored pixels upright; values
                                    ///< outside 1 to 8 count as 1
    bool has_orientation_tag = false;
    bool has_turning_tag = false;  ///< some orientation tag of the file, be it the thumbnail's or
                                   ///< one that does not count, is 2 to 8
    bool is_lossy = false;         ///< a JPEG, or a WebP that is not lossless
    bool progressive = false;      ///< a progressive JPEG
    bool has_end_marker = true;    ///< false for a JPEG without EOI, which may lack data
    /// A JPEG's blocks can be turned without loss where each side that is mirrored is a multiple of
    /// this, in pixels.
    Size lossless_grid = {};
    std::size_t coefficient_bytes = 0;     ///< of all DCT coefficients of a JPEG in memory
    bool holds_read_coefficients = false;  ///< all at once while it is read: it has several scans
    bool holds_written_coefficients = false;  ///< while one is written that is coded alike
    std::vector<LossNote> refused;            ///< losses that need leave; empty for most files
    std::vector<LossNote> dropped;            ///< losses that are only noted
    std::vector<std::string> notes;           ///< oddities that lose nothing

    /// Bytes of one pixel as `decode_stored` returns it, in all its planes; 0 if it cannot.
    std::size_t stored_pixel_bytes = 0;
    std::vector<LossNote> decode_refused;   ///< further losses, where `decode` reads the pixels
    std::vector<std::string> decode_notes;  ///< what `decode` makes of the pixels
    std::string why_not_decoded;  ///< empty, unless `decode` cannot read what `decode_stored` can

    std::size_t pixel_bytes() const {
        const std::size_t sample_bytes = sample == Sample::u8 ? 1 : sample == Sample::u16 ? 2 : 4;
        return static_cast<std::size_t>(channels) * sample_bytes;
    }
};

/// A file of a kind that is never decoded: camera RAW, TIFF with SubIFDs, GeoTIFF. Whoever named it
/// is told so; a search through folders passes it over.
class TURNTILE_EXPORT ForeignImage : public ImageError {
    using ImageError::ImageError;
};

/// Reads the headers of the file `bytes`.
/// @throws ImageError for an empty file, one that is no image, a format or kind of pixel that is
/// not supported, damaged headers; ForeignImage for kinds that are never decoded
TURNTILE_EXPORT FileInfo inspect(std::span<const std::byte> bytes);

/// Gives the memory that decoded pixels go to: pinned staging, plain memory, a caller's own.
class TURNTILE_EXPORT BufferSource {
  public:
    virtual ~BufferSource() = default;
    /// Memory for one plane of width x height pixels of `pixel_bytes` bytes each. It must stay
    /// until the picture's last use.
    virtual ImageView allocate(std::int64_t width, std::int64_t height,
                               std::size_t pixel_bytes) = 0;
    /// Nobody uses `plane`, which came from here, any more: its memory may serve others already.
    virtual void release(const ImageView& /*plane*/) {}
};

/// What a codec decodes: one to four planes, borrowed from a BufferSource. Interleaved pixels (BGR)
/// are one plane.
struct Picture {
    std::array<ImageView, 4> planes;
    int plane_count = 1;
    int channels = 3;            ///< in plane 0, if there is one plane
    Sample sample = Sample::u8;  ///< of every plane
    /// If it is there, the planes are components of a JPEG that is coded so, and no BGR: one for
    /// each, or all interleaved at full resolution in one. Who turns them turns it too.
    std::shared_ptr<const JpegCoding> jpeg = {};
    std::vector<std::string> notes = {};  ///< what was odd, or is missing with leave
};

struct DecodeOptions {
    /// Accept data that ends early, of JPEG, PNG, WebP, BMP and PNM: what is missing comes back as
    /// 0, in JPEG grey or coarse. Other damage still throws, and so does every one of a TIFF.
    bool allow_truncated = false;
    /// Leave a JPEG's colours as they are stored, for this turn and a new JPEG that is coded alike:
    /// a plane for each component where they can be turned apart, else all in one.
    std::optional<Turn> components_for = {};
};

/// Decodes frame `frame` of `bytes` as stored (no orientation is applied) into memory from
/// `memory`; `info` is what `inspect` says of the same bytes. Pixels come as `info` announces them,
/// at whatever pitch the memory has; padding is not written. (For a JPEG's components memory of
/// whole blocks is asked for, and the planes are the part of it that belongs to the picture.)
/// @throws ImageError if the data is damaged or ends early, or holds other pixels than `info`
/// announces; std::invalid_argument if there is no such frame
TURNTILE_EXPORT Picture decode(std::span<const std::byte> bytes, const FileInfo& info, int frame,
                               BufferSource& memory, const DecodeOptions& options = {});

/// Decodes the first picture of `bytes` to its pixels as they are stored, whatever they mean:
/// samples of any depth, kind and number, palette indices. A pixel has 1 to 16 bytes, samples of
/// less than a whole byte have bytes of their own; samples that make no such pixel come in planes.
/// Such pixels are good for turns and for `encode_like`; `Picture::channels` and `sample` say
/// nothing of them.
/// @throws ImageError as `decode` does; std::invalid_argument if `info.stored_pixel_bytes` is 0
TURNTILE_EXPORT Picture decode_stored(std::span<const std::byte> bytes, const FileInfo& info,
                                      BufferSource& memory, const DecodeOptions& options = {});

/// Encodes `picture`, which `decode_stored` read from `source` and `turn` turned, as a new file
/// of the same kind without metadata: what its pixels are and how they are compressed is as in
/// `source`. @throws ImageError if that cannot be written
TURNTILE_EXPORT std::vector<std::byte> encode_like(std::span<const std::byte> source,
                                                   const FileInfo& info, const Picture& picture,
                                                   Turn turn);

struct EncodeOptions {
    Format format = Format::jpeg;
    /// 1 to 100. By default the steps that the picture was coded with, or else 95.
    std::optional<int> jpeg_quality = {};
    std::optional<bool> jpeg_progressive = {};  ///< by default as it was, or else not
};

/// Encodes `picture` as a new file without metadata. JPEG is written as `picture.jpeg` says, or
/// else as 4:2:0 (grey as grey), PNG at a quick level, TIFF with LZW, all but JPEG without loss:
/// float samples and the colours of transparent pixels come back to the bit. WebP has no grey and
/// gets three equal channels.
///
///     format | channels | samples          format | channels | samples
///     JPEG   | 1, 3     | u8               BMP    | 1, 3, 4  | u8
///     PNG    | 1, 3, 4  | u8, u16          WebP   | 1, 3, 4  | u8
///     TIFF   | 1, 3, 4  | u8, u16, f32     PNM    | 1, 3     | u8, u16
///
/// @throws ImageError if the format cannot hold the picture
TURNTILE_EXPORT std::vector<std::byte> encode(const Picture& picture, const EncodeOptions& options);

/// Whether the table at `encode` has such pixels for `format`.
TURNTILE_EXPORT bool can_hold(Format format, int channels, Sample sample);

/// "JPEG", "PNG", ...
TURNTILE_EXPORT const char* name(Format format);
/// The word after --allow: "pages", "alpha", ...
TURNTILE_EXPORT const char* name(Loss loss);
/// "8UC3", "32FC1", ... as OpenCV writes it.
TURNTILE_EXPORT std::string pixel_name(int channels, Sample sample);
/// The format that a file name's extension stands for ("jpg", ".TIFF"), if it is a known one.
TURNTILE_EXPORT std::optional<Format> format_of_extension(std::string_view extension);

}  // namespace turntile
