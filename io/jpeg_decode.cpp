#include "io/jpeg_decode.hpp"

#include <algorithm>
#include <string>

#include "io/jpeg_messages.hpp"
#include "io/picture_name.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

// Each scan is a pass over the whole picture and may take few bytes: a small file could keep a core
// busy for hours. Progressive files in use have about ten scans.
constexpr int max_scans = 1000;

void watch_scans(j_common_ptr codec) {
    if (reinterpret_cast<j_decompress_ptr>(codec)->input_scan_number > max_scans)
        static_cast<JpegMessages*>(codec->client_data)->fail("the JPEG has more than 1000 scans");
}

class JpegReader {
  public:
    JpegReader(std::span<const std::byte> bytes, bool allow_truncated);
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;
    ~JpegReader() { jpeg_destroy_decompress(&codec_); }

    Size size() const { return {codec_.image_width, codec_.image_height}; }
    int components() const { return codec_.num_components; }

    /// Writes all pixels to `dst`, which has the header's size and components.
    void read_pixels(const ImageView& dst);

  private:
    void require_all_scans() const;
    bool coefficients_are_exact() const;

    JpegMessages messages_;
    jpeg_progress_mgr progress_ = {};
    jpeg_decompress_struct codec_ = {};
    bool allow_truncated_;
};

JpegReader::JpegReader(std::span<const std::byte> bytes, bool allow_truncated)
    : messages_(allow_truncated), allow_truncated_(allow_truncated) {
    codec_.err = messages_.manager();
    codec_.client_data = &messages_;
    progress_.progress_monitor = watch_scans;
    try {
        messages_.guard([&] {
            jpeg_create_decompress(&codec_);
            codec_.progress = &progress_;
            jpeg_mem_src(&codec_, reinterpret_cast<const unsigned char*>(bytes.data()),
                         bytes.size());
            jpeg_read_header(&codec_, TRUE);
        });
    } catch (...) {
        jpeg_destroy_decompress(&codec_);
        throw;
    }
}

void JpegReader::read_pixels(const ImageView& dst) {
    codec_.out_color_space = components() == 1 ? JCS_GRAYSCALE : JCS_EXT_BGR;
    codec_.dct_method = JDCT_ISLOW;
    codec_.do_fancy_upsampling = TRUE;
    messages_.guard([&] { jpeg_start_decompress(&codec_); });
    if (!allow_truncated_) require_all_scans();
    messages_.guard([&] {
        while (codec_.output_scanline < codec_.output_height) {
            auto* row = reinterpret_cast<JSAMPROW>(dst.row(codec_.output_scanline));
            jpeg_read_scanlines(&codec_, &row, 1);
        }
    });
    // All pixels are there; whether EOI follows does not matter.
}

// A file can end between two scans: libjpeg takes that for the picture's end, without a warning.
void JpegReader::require_all_scans() const {
    for (int component = 0; component < components(); ++component)
        if (codec_.comp_info[component].quant_table == nullptr)
            throw ImageError("the JPEG data ends early: component " +
                             std::to_string(component + 1) + " has no scan");
    if (messages_.ran_out() && codec_.progressive_mode && !coefficients_are_exact())
        throw ImageError("the JPEG data ends early, after scan " +
                         std::to_string(codec_.input_scan_number));
}

// libjpeg keeps the number of bits that each coefficient still lacks, -1 for all of them.
bool JpegReader::coefficients_are_exact() const {
    const int* const bits = codec_.coef_bits[0];
    return std::all_of(bits, bits + components() * DCTSIZE2,
                       [](int lacking) { return lacking == 0; });
}

void require_announced(const JpegReader& reader, const FileInfo& info) {
    const int components = reader.components();
    if (components != 1 && components != 3)
        throw ImageError("a JPEG with " + std::to_string(components) +
                         " components is not supported");
    if (reader.size() != info.size || components != info.channels || info.sample != Sample::u8)
        throw ImageError("the JPEG holds " + picture_name(reader.size(), components, Sample::u8) +
                         " where its headers announced " +
                         picture_name(info.size, info.channels, info.sample));
}

}  // namespace

Picture decode_jpeg(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                    bool allow_truncated) {
    JpegReader reader(bytes, allow_truncated);
    require_announced(reader, info);
    Picture picture;
    picture.planes[0] = memory.allocate(info.size.width, info.size.height, info.pixel_bytes());
    picture.channels = info.channels;
    reader.read_pixels(picture.planes[0]);
    return picture;
}

}  // namespace turntile::io
