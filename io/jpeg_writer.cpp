#include "io/jpeg_writer.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace turntile::io {
namespace {

constexpr std::size_t least_file_bytes = 4096;
constexpr int adobe_marker = JPEG_APP0 + 14;

// Larger steps overflow in libjpeg-turbo, which divides samples' coefficients by 8 times the step
// with 16 bits. Every coefficient is below half of this, and so 0 all the same.
constexpr UINT16 largest_step = 8191;

J_COLOR_SPACE space_of(JpegColour colour) {
    switch (colour) {
        case JpegColour::grey: return JCS_GRAYSCALE;
        case JpegColour::ycbcr: return JCS_YCbCr;
        case JpegColour::rgb: return JCS_RGB;
        case JpegColour::cmyk: return JCS_CMYK;
        case JpegColour::ycck: return JCS_YCCK;
    }
    return JCS_UNKNOWN;
}

/// Blocks of an MCU of a scan of all components.
int blocks_in_mcu(const jpeg_compress_struct& codec) {
    int blocks = 0;
    for (int i = 0; i < codec.num_components; ++i)
        blocks += codec.comp_info[i].h_samp_factor * codec.comp_info[i].v_samp_factor;
    return blocks;
}

}  // namespace

JpegWriter::JpegWriter(const JpegCoding& coding, std::optional<int> quality,
                       std::size_t expected_bytes)
    : file_(std::max(expected_bytes, least_file_bytes)) {
    codec_.err = messages_.manager();
    sink_.manager = {nullptr, 0, begin_output, extend_output, end_output};
    sink_.owner = this;
    try {
        guard([&] {
            jpeg_create_compress(&codec_);
            codec_.dest = &sink_.manager;
            apply(coding, quality);
        });
        split_crowded_scans();
    } catch (...) {
        jpeg_destroy_compress(&codec_);
        throw;
    }
}

void JpegWriter::apply(const JpegCoding& coding, std::optional<int> quality) {
    codec_.image_width = static_cast<JDIMENSION>(coding.size.width);
    codec_.image_height = static_cast<JDIMENSION>(coding.size.height);
    codec_.input_components = static_cast<int>(coding.components.size());
    codec_.in_color_space = space_of(coding.colour);
    jpeg_set_defaults(&codec_);
    jpeg_set_colorspace(&codec_, space_of(coding.colour));
    for (int i = 0; i < codec_.num_components; ++i) {
        const CodedComponent& component = coding.components[static_cast<std::size_t>(i)];
        codec_.comp_info[i].component_id = component.id;
        codec_.comp_info[i].h_samp_factor = component.horizontal;
        codec_.comp_info[i].v_samp_factor = component.vertical;
    }
    if (quality)
        jpeg_set_quality(&codec_, *quality, TRUE);
    else
        apply_steps(coding);
    codec_.write_JFIF_header = coding.has_jfif ? TRUE : FALSE;
    codec_.write_Adobe_marker = FALSE;  // the source's own is written instead
    codec_.arith_code = coding.arithmetic ? TRUE : FALSE;
    codec_.optimize_coding = coding.own_huffman_tables && !coding.arithmetic ? TRUE : FALSE;
    codec_.restart_interval = coding.restart_interval;
    if (coding.progressive) jpeg_simple_progression(&codec_);
}

// Components with the same steps share a table.
void JpegWriter::apply_steps(const JpegCoding& coding) {
    int tables = 0;
    for (std::size_t i = 0; i < coding.components.size(); ++i) {
        const auto& steps = coding.components[i].steps;
        int number = 0;
        while (number < tables &&
               !std::equal(steps.begin(), steps.end(), codec_.quant_tbl_ptrs[number]->quantval))
            ++number;
        codec_.comp_info[i].quant_tbl_no = number;
        if (number < tables) continue;
        JQUANT_TBL*& table = codec_.quant_tbl_ptrs[tables++];
        if (table == nullptr)
            table = jpeg_alloc_quant_table(reinterpret_cast<j_common_ptr>(&codec_));
        std::copy(steps.begin(), steps.end(), table->quantval);
        table->sent_table = FALSE;
    }
}

void JpegWriter::limit_steps() {
    for (JQUANT_TBL* table : codec_.quant_tbl_ptrs) {
        if (table == nullptr) continue;
        for (UINT16& step : table->quantval) {
            if (step == 0) throw ImageError("damaged JPEG data: a quantisation step is 0");
            step = std::min(step, largest_step);
        }
    }
}

// A scan of several components holds ten blocks an MCU at most. Files with more blocks have a scan
// for each component, and so must the new one.
void JpegWriter::split_crowded_scans() {
    if (blocks_in_mcu(codec_) <= C_MAX_BLOCKS_IN_MCU || codec_.num_components == 1) return;
    std::vector<jpeg_scan_info> whole = {{codec_.num_components, {0, 1, 2, 3}, 0, 63, 0, 0}};
    if (codec_.num_scans > 0) whole.assign(codec_.scan_info, codec_.scan_info + codec_.num_scans);
    for (const jpeg_scan_info& scan : whole)
        for (int i = 0; i < scan.comps_in_scan; ++i) {
            jpeg_scan_info one = scan;
            one.comps_in_scan = 1;
            one.component_index[0] = scan.component_index[i];
            scans_.push_back(one);
        }
    codec_.scan_info = scans_.data();
    codec_.num_scans = static_cast<int>(scans_.size());
}

void JpegWriter::start_samples(const JpegCoding& coding) {
    limit_steps();
    guard([&] { jpeg_start_compress(&codec_, TRUE); });
    write_adobe_segments(coding);
}

void JpegWriter::write_adobe_segments(const JpegCoding& coding) {
    for (const auto& segment : coding.adobe)
        guard([&] {
            jpeg_write_marker(&codec_, adobe_marker,
                              reinterpret_cast<const JOCTET*>(segment.data()),
                              static_cast<unsigned>(segment.size()));
        });
}

std::vector<std::byte> JpegWriter::finish() {
    guard([&] { jpeg_finish_compress(&codec_); });
    return std::move(file_);
}

JpegWriter& JpegWriter::of(j_compress_ptr codec) {
    return *reinterpret_cast<Sink*>(codec->dest)->owner;
}

void JpegWriter::begin_output(j_compress_ptr codec) {
    JpegWriter& writer = of(codec);
    codec->dest->next_output_byte = reinterpret_cast<JOCTET*>(writer.file_.data());
    codec->dest->free_in_buffer = writer.file_.size();
}

/// libjpeg has filled all of the file's memory.
boolean JpegWriter::extend_output(j_compress_ptr codec) {
    JpegWriter& writer = of(codec);
    const std::size_t written = writer.file_.size();
    if (!writer.grow_file()) writer.messages_.fail("memory ran out for the new JPEG file");
    codec->dest->next_output_byte = reinterpret_cast<JOCTET*>(writer.file_.data() + written);
    codec->dest->free_in_buffer = writer.file_.size() - written;
    return TRUE;
}

void JpegWriter::end_output(j_compress_ptr codec) {
    JpegWriter& writer = of(codec);
    writer.file_.resize(writer.file_.size() - codec->dest->free_in_buffer);
}

// An exception must not pass through libjpeg.
bool JpegWriter::grow_file() noexcept {
    try {
        file_.resize(file_.size() * 2);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace turntile::io
