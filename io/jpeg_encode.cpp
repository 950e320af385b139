#include "io/jpeg_encode.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "io/jpeg_writer.hpp"

namespace turntile::io {
namespace {

constexpr int customary_quality = 95;

/// How pixels are coded that come from no JPEG: as 4:2:0, grey as grey.
JpegCoding customary_coding(Size size, int channels) {
    JpegCoding coding;
    coding.size = size;
    coding.own_huffman_tables = false;
    coding.colour = channels == 1 ? JpegColour::grey : JpegColour::ycbcr;
    for (int id = 1; id <= channels; ++id)
        coding.components.push_back({.id = id});
    if (channels > 1) coding.components[0].horizontal = coding.components[0].vertical = 2;
    return coding;
}

JpegCoding coding_for(const Picture& picture, const EncodeOptions& options) {
    JpegCoding coding =
        picture.jpeg ? *picture.jpeg : customary_coding(picture.planes[0].size(), picture.channels);
    coding.progressive = options.jpeg_progressive.value_or(coding.progressive);
    return coding;
}

void require_planes_of(const JpegCoding& coding, const Picture& picture) {
    const auto count = static_cast<std::size_t>(picture.plane_count);
    const bool is_interleaved = count == 1 && coding.components.size() > 1;
    bool fits = is_interleaved || count == coding.components.size();
    for (std::size_t i = 0; fits && i < count; ++i) {
        const ImageView& plane = picture.planes[i];
        fits = plane.size() == (is_interleaved ? coding.size : component_size(coding, i)) &&
               plane.pixel_bytes == (is_interleaved ? coding.components.size() : 1) &&
               plane.pitch_bytes >= plane.row_bytes() && plane.data != nullptr;
    }
    if (!fits) throw std::invalid_argument("encode: planes that are not those of the JPEG");
}

/// The rows of a plane as libjpeg reads them: in whole blocks, the last row and column repeated.
class BlockRowSource {
  public:
    BlockRowSource(const ImageView& plane, int strip_rows)
        : plane_(plane),
          strip_rows_(strip_rows),
          width_((static_cast<std::size_t>(plane.width) + DCTSIZE - 1) / DCTSIZE * DCTSIZE),
          padded_(width_ == plane.row_bytes() ? 0 : width_ * static_cast<std::size_t>(strip_rows)) {
    }

    /// The rows of strip `strip`; they hold until the next call.
    JSAMPARRAY rows(JDIMENSION strip) {
        for (int i = 0; i < strip_rows_; ++i) {
            const std::int64_t y = std::int64_t{strip} * strip_rows_ + i;
            const std::byte* row = plane_.row(std::min(y, plane_.height - 1));
            if (!padded_.empty()) row = pad(row, static_cast<std::size_t>(i));
            rows_[static_cast<std::size_t>(i)] =
                reinterpret_cast<JSAMPROW>(const_cast<std::byte*>(row));
        }
        return rows_.data();
    }

  private:
    const std::byte* pad(const std::byte* row, std::size_t index) {
        std::byte* const target = padded_.data() + index * width_;
        const std::size_t width = plane_.row_bytes();
        std::memcpy(target, row, width);
        std::memset(target + width, std::to_integer<int>(row[width - 1]), width_ - width);
        return target;
    }

    ImageView plane_;
    int strip_rows_;
    std::size_t width_;
    std::vector<std::byte> padded_;
    std::array<JSAMPROW, std::size_t{DCTSIZE}* MAX_SAMP_FACTOR> rows_ = {};
};

void write_planes(JpegWriter& writer, const Picture& picture) {
    jpeg_compress_struct& codec = writer.codec();
    std::vector<BlockRowSource> sources;
    sources.reserve(static_cast<std::size_t>(picture.plane_count));
    for (int i = 0; i < picture.plane_count; ++i)
        sources.emplace_back(picture.planes[static_cast<std::size_t>(i)],
                             codec.comp_info[i].v_samp_factor * DCTSIZE);
    writer.guard([&] {
        std::array<JSAMPARRAY, std::tuple_size_v<decltype(Picture::planes)>> rows = {};
        const auto strip_rows = static_cast<JDIMENSION>(codec.max_v_samp_factor * DCTSIZE);
        for (JDIMENSION strip = 0; codec.next_scanline < codec.image_height; ++strip) {
            for (std::size_t i = 0; i < sources.size(); ++i)
                rows[i] = sources[i].rows(strip);
            jpeg_write_raw_data(&codec, rows.data(), strip_rows);
        }
    });
}

void write_interleaved(JpegWriter& writer, const ImageView& pixels) {
    jpeg_compress_struct& codec = writer.codec();
    writer.guard([&] {
        while (codec.next_scanline < codec.image_height) {
            auto* row = reinterpret_cast<JSAMPROW>(pixels.row(codec.next_scanline));
            jpeg_write_scanlines(&codec, &row, 1);
        }
    });
}

}  // namespace

std::vector<std::byte> encode_jpeg(const Picture& picture, const EncodeOptions& options) {
    const JpegCoding coding = coding_for(picture, options);
    require_planes_of(coding, picture);
    const std::optional<int> quality =
        picture.jpeg ? options.jpeg_quality : options.jpeg_quality.value_or(customary_quality);
    const bool has_planes = picture.plane_count > 1 || coding.components.size() == 1;
    JpegWriter writer(coding, quality, picture.planes[0].pixels_bytes() / 4);
    if (!picture.jpeg && picture.channels == 3) writer.codec().in_color_space = JCS_EXT_BGR;
    writer.codec().raw_data_in = has_planes ? TRUE : FALSE;
    writer.start_samples(coding);
    if (has_planes)
        write_planes(writer, picture);
    else
        write_interleaved(writer, picture.planes[0]);
    return writer.finish();
}

}  // namespace turntile::io
