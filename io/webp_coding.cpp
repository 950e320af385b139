#include "io/webp_coding.hpp"

#include <webp/demux.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>

#include "io/byte_reader.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

constexpr std::uint64_t frame_header_bytes = 10;

/// Bits of even odds in VP8's first partition. RFC 6386, 7.3.
class BoolReader {
  public:
    explicit BoolReader(std::span<const std::byte> data) : data_(data, ByteOrder::big) {
        value_ = next_byte() << 8;
        value_ |= next_byte();
    }

    bool bit() {
        constexpr std::uint32_t even_odds = 128;
        const std::uint32_t split = 1 + ((range_ - 1) * even_odds >> 8);
        const bool is_set = value_ >= split << 8;
        if (is_set) {
            range_ -= split;
            value_ -= split << 8;
        } else {
            range_ = split;
        }
        for (; range_ < 128; range_ <<= 1) {
            value_ <<= 1;
            if (++shifted_ < 8) continue;
            shifted_ = 0;
            value_ |= next_byte();
        }
        return is_set;
    }

    int number(int bits) {
        int value = 0;
        for (int i = 0; i < bits; ++i)
            value = value << 1 | static_cast<int>(bit());
        return value;
    }

    /// A number, its sign behind it, if there is one.
    std::optional<int> optional_number(int bits) {
        if (!bit()) return std::nullopt;
        const int value = number(bits);
        return bit() ? -value : value;
    }

  private:
    std::uint32_t next_byte() { return data_.u8(at_++).value_or(0); }

    ByteReader data_;
    std::uint64_t at_ = 0;
    std::uint32_t value_ = 0;
    std::uint32_t range_ = 255;
    int shifted_ = 0;
};

/// The luma quantiser of the frame header in `partition`, a mean over segments if it has some.
/// RFC 6386, 9.2 to 9.6.
double quantiser(std::span<const std::byte> partition) {
    BoolReader header(partition);
    header.number(2);  // colour space, clamping
    std::array<int, 4> of_segments = {};
    bool is_absolute = false;
    if (header.bit()) {
        const bool has_map = header.bit();
        if (header.bit()) {
            is_absolute = header.bit();
            for (int& segment : of_segments)
                segment = header.optional_number(7).value_or(0);
            for (std::size_t i = 0; i < of_segments.size(); ++i)
                header.optional_number(6);  // the filter's level
        }
        for (int i = 0; has_map && i < 3; ++i)
            if (header.bit()) header.number(8);  // odds of the map
    }
    header.number(1 + 6 + 3);  // the filter's kind, level, sharpness
    if (header.bit() && header.bit())
        for (int i = 0; i < 8; ++i)
            header.optional_number(6);  // the filter's changes
    header.number(2);                   // partitions
    const int base = header.number(7);
    double sum = 0;
    for (const int segment : of_segments)
        sum += std::clamp(is_absolute ? segment : base + segment, 0, 127);
    return sum / static_cast<double>(of_segments.size());
}

/// Turns around what libwebp makes of a quality: a quantiser of 127 (1 - c^(1/3)), where c rises
/// from 0 to 1/2 with a quality up to 75, and then to 1.
int quality_of(double quantiser) {
    const double linear = std::pow(1 - quantiser / 127, 3);
    const double quality = linear < 0.5 ? linear * 1.5 : (linear + 1) / 2;
    return std::clamp(static_cast<int>(std::lround(100 * quality)), 0, 100);
}

/// The data of the chunk `name` among the chunks of one frame.
std::span<const std::byte> find_chunk(const ByteReader& frame, std::string_view name) {
    std::uint64_t chunk = 0;
    while (const auto size_bytes = frame.u32(chunk + 4)) {
        if (frame.holds(chunk, name)) return frame.slice(chunk + 8, *size_bytes);
        chunk += 8 + std::uint64_t{*size_bytes} + (*size_bytes & 1);
    }
    return {};
}

}  // namespace

WebpCoding webp_coding(std::span<const std::byte> file) {
    const WebPData data = {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
    WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
    const std::unique_ptr<WebPDemuxer, decltype(&WebPDemuxDelete)> demuxer(
        WebPDemuxPartial(&data, &state), WebPDemuxDelete);
    WebPIterator frame = {};
    if (demuxer == nullptr || !WebPDemuxGetFrame(demuxer.get(), 1, &frame))
        throw ImageError("the WebP has no picture");
    const std::unique_ptr<WebPIterator, decltype(&WebPDemuxReleaseIterator)> release(
        &frame, WebPDemuxReleaseIterator);
    const auto bytes = std::as_bytes(std::span(frame.fragment.bytes, frame.fragment.size));
    const ByteReader reader(bytes, ByteOrder::little);
    const auto lossy = find_chunk(reader, "VP8 ");
    if (lossy.size() <= frame_header_bytes) return {.is_lossless = true, .quality = 100};
    return {.is_lossless = false,
            .quality = quality_of(quantiser(lossy.subspan(frame_header_bytes)))};
}

}  // namespace turntile::io
