#include "io/jpeg_reader.hpp"

#include <algorithm>

namespace turntile::io {
namespace {

// Each scan is a pass over the whole picture and may take few bytes: a small file could keep a core
// busy for hours. Progressive files in use have about ten scans.
constexpr int max_scans = 1000;

constexpr int adobe_marker = JPEG_APP0 + 14;
constexpr unsigned longest_segment_bytes = 65533;

// The customary AC tables have a code for each of these; one made for a picture lacks some.
constexpr int ac_symbols = 162;

void watch_scans(j_common_ptr codec) {
    if (reinterpret_cast<j_decompress_ptr>(codec)->input_scan_number > max_scans)
        static_cast<JpegMessages*>(codec->client_data)->fail("the JPEG has more than 1000 scans");
}

JpegColour colour_of(J_COLOR_SPACE space, int components) {
    switch (space) {
        case JCS_GRAYSCALE: return JpegColour::grey;
        case JCS_RGB: return JpegColour::rgb;
        case JCS_YCbCr: return JpegColour::ycbcr;
        case JCS_CMYK: return JpegColour::cmyk;
        case JCS_YCCK: return JpegColour::ycck;
        default:
            throw ImageError("a JPEG with " + std::to_string(components) +
                             " components is not supported");
    }
}

CodedComponent coded_component(const jpeg_decompress_struct& codec,
                               const jpeg_component_info& info) {
    CodedComponent component{info.component_id, info.h_samp_factor, info.v_samp_factor};
    // Tables may change between scans: a component's first scan keeps the one that counts. Where
    // data end before that, any will do.
    const JQUANT_TBL* table = info.quant_table;
    if (table == nullptr && info.quant_tbl_no >= 0 && info.quant_tbl_no < NUM_QUANT_TBLS)
        table = codec.quant_tbl_ptrs[info.quant_tbl_no];
    if (table == nullptr)
        component.steps.fill(1);
    else
        std::copy_n(table->quantval, DCTSIZE2, component.steps.begin());
    return component;
}

bool is_complete(const JHUFF_TBL* table) {
    if (table == nullptr) return true;  // libjpeg takes the customary one
    int symbols = 0;
    for (int length = 1; length <= 16; ++length)
        symbols += table->bits[length];
    return symbols >= ac_symbols;
}

bool has_own_huffman_tables(const jpeg_decompress_struct& codec) {
    if (codec.progressive_mode || codec.arith_code) return true;
    const auto* const tables = std::begin(codec.ac_huff_tbl_ptrs);
    return !std::all_of(tables, tables + NUM_HUFF_TBLS, is_complete);
}

std::vector<std::vector<std::byte>> adobe_segments(const jpeg_decompress_struct& codec) {
    std::vector<std::vector<std::byte>> segments;
    for (auto* marker = codec.marker_list; marker != nullptr; marker = marker->next) {
        const auto* const data = reinterpret_cast<const std::byte*>(marker->data);
        if (marker->marker == adobe_marker) segments.emplace_back(data, data + marker->data_length);
    }
    return segments;
}

}  // namespace

JpegReader::JpegReader(std::span<const std::byte> bytes, bool allow_truncated)
    : messages_(allow_truncated), allow_truncated_(allow_truncated) {
    codec_.err = messages_.manager();
    codec_.client_data = &messages_;
    progress_.progress_monitor = watch_scans;
    try {
        guard([&] {
            jpeg_create_decompress(&codec_);
            codec_.progress = &progress_;
            jpeg_mem_src(&codec_, reinterpret_cast<const unsigned char*>(bytes.data()),
                         bytes.size());
            jpeg_save_markers(&codec_, adobe_marker, longest_segment_bytes);
            jpeg_read_header(&codec_, TRUE);
        });
    } catch (...) {
        jpeg_destroy_decompress(&codec_);
        throw;
    }
}

void JpegReader::require_all_scans() {
    missing_scan_ = missing_scan();
    if (!missing_scan_.empty() && !allow_truncated_) throw TruncatedImage(missing_scan_);
}

std::string JpegReader::missing_scan() const {
    for (int component = 0; component < components(); ++component)
        if (codec_.comp_info[component].quant_table == nullptr)
            return "the JPEG data ends early: component " + std::to_string(component + 1) +
                   " has no scan";
    if (messages_.ran_out() && codec_.progressive_mode && !coefficients_are_exact())
        return "the JPEG data ends early, after scan " + std::to_string(codec_.input_scan_number);
    return {};
}

// libjpeg keeps the number of bits that each coefficient still lacks, -1 for all of them.
bool JpegReader::coefficients_are_exact() const {
    const int* const bits = codec_.coef_bits[0];
    return std::all_of(bits, bits + components() * DCTSIZE2,
                       [](int lacking) { return lacking == 0; });
}

JpegCoding JpegReader::coding() const {
    JpegCoding coding;
    coding.size = size();
    coding.colour = colour_of(codec_.jpeg_color_space, components());
    for (int i = 0; i < components(); ++i)
        coding.components.push_back(coded_component(codec_, codec_.comp_info[i]));
    if (components() == 1) coding.components[0].horizontal = coding.components[0].vertical = 1;
    coding.progressive = codec_.progressive_mode != FALSE;
    coding.arithmetic = codec_.arith_code != FALSE;
    coding.own_huffman_tables = has_own_huffman_tables(codec_);
    coding.restart_interval = codec_.restart_interval;
    coding.has_jfif = codec_.saw_JFIF_marker != FALSE;
    coding.adobe = adobe_segments(codec_);
    return coding;
}

std::vector<std::string> JpegReader::notes() const {
    std::vector<std::string> notes = messages_.notes();
    if (!missing_scan_.empty()) notes.push_back(missing_scan_);
    return notes;
}

std::vector<std::string> check_jpeg_data(std::span<const std::byte> file, bool allow_truncated) {
    JpegReader reader(file, allow_truncated);
    reader.guard([&] { jpeg_read_coefficients(&reader.codec()); });
    reader.require_all_scans();
    return reader.notes();
}

}  // namespace turntile::io
