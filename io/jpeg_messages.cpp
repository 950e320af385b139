#include "io/jpeg_messages.hpp"

#include <jerror.h>

#include <algorithm>

namespace turntile::io {
namespace {

constexpr const char* ends_early = "the JPEG data ends early";

// Bytes before `marker` that belong to no segment. Between the headers, and behind the last row of
// a picture with one scan, they are padding, which some cameras write; anywhere else they are data
// that was not decoded.
bool is_padding(j_decompress_ptr codec, int marker) {
    const bool in_headers = codec->input_scan_number == 0;
    return in_headers || (marker == JPEG_EOI && !codec->progressive_mode);
}

/// What a warning means for the pixels, or null if they are all there.
const char* damage(j_decompress_ptr codec, int warning, int parameter_marker) {
    switch (warning) {
        case JWRN_HIT_MARKER: return "data is missing before a marker";
        case JWRN_HUFF_BAD_CODE: return "bad Huffman code";
        case JWRN_ARITH_BAD_CODE: return "bad arithmetic code";
        case JWRN_MUST_RESYNC: return "a restart marker is missing or out of place";
        case JWRN_BOGUS_PROGRESSION: return "a progressive scan is missing";
        case JWRN_EXTRANEOUS_DATA:
            return is_padding(codec, parameter_marker) ? nullptr
                                                       : "data is left over before a marker";
        default: return nullptr;
    }
}

bool is_odd_mark(int warning) {
    return warning == JWRN_JFIF_MAJOR || warning == JWRN_ADOBE_XFORM;
}

/// The row of the picture that is decoded now; 0 where scans are read before rows come out.
unsigned row_of(j_decompress_ptr codec) {
    if (codec->output_scanline > 0) return codec->output_scanline;
    if (codec->progressive_mode || codec->input_scan_number != 1) return 0;
    const auto rows_at_a_time = static_cast<unsigned>(DCTSIZE * codec->max_v_samp_factor);
    return std::min(codec->input_iMCU_row * rows_at_a_time, codec->image_height);
}

}  // namespace

JpegMessages::JpegMessages(bool allow_truncated) : allow_truncated_(allow_truncated) {
    jpeg_std_error(&hooks_.manager);
    hooks_.manager.error_exit = error_exit;
    hooks_.manager.emit_message = emit_message;
    hooks_.manager.output_message = output_message;
    hooks_.owner = this;
}

void JpegMessages::fail(const char* reason) {
    std::snprintf(reason_, sizeof reason_, "%s", reason);
    std::longjmp(jump_, 1);
}

void JpegMessages::throw_failure() const {
    if (ended_early_ && !allow_truncated_) throw TruncatedImage(reason_);
    throw ImageError(reason_);
}

JpegMessages& JpegMessages::of(j_common_ptr codec) {
    return *reinterpret_cast<Hooks*>(codec->err)->owner;
}

void JpegMessages::error_exit(j_common_ptr codec) {
    of(codec).fail_with_libjpegs_words(codec);
}

void JpegMessages::emit_message(j_common_ptr codec, int level) {
    const bool is_warning = level < 0;
    if (is_warning && codec->is_decompressor)
        of(codec).judge_warning(reinterpret_cast<j_decompress_ptr>(codec));
}

void JpegMessages::output_message(j_common_ptr) {}

void JpegMessages::fail_with_libjpegs_words(j_common_ptr codec) {
    // At the end libjpeg reads made-up markers, and complains about these.
    if (ran_out_) fail(ends_early);
    const char* const attempt =
        codec->is_decompressor ? "the JPEG data cannot be decoded" : "cannot be written as JPEG";
    char words[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, words);
    std::snprintf(reason_, sizeof reason_, "%s: %s", attempt, words);
    std::longjmp(jump_, 1);
}

void JpegMessages::judge_warning(j_decompress_ptr codec) {
    const jpeg_error_mgr& manager = hooks_.manager;
    if (is_odd_mark(manager.msg_code)) has_odd_marks_ = true;
    if (manager.msg_code == JWRN_JPEG_EOF) {
        ran_out_ = true;
        // A Huffman decoder that lacks data will say so. An arithmetic one never lacks any.
        if (codec->arith_code) accept_early_end(codec);
        return;
    }
    const char* const what = damage(codec, manager.msg_code, manager.msg_parm.i[1]);
    if (what == nullptr) return;
    const bool stands_at_end = codec->unread_marker == JPEG_EOI;
    if (!stands_at_end) fail_at(codec, what);
    accept_early_end(codec);
}

void JpegMessages::say_where(j_decompress_ptr codec, const char* what) {
    const char* const prefix = what == ends_early ? "" : "damaged JPEG data: ";
    if (const unsigned row = row_of(codec); row > 0)
        std::snprintf(reason_, sizeof reason_, "%s%s, near row %u of %u", prefix, what, row,
                      codec->image_height);
    else
        std::snprintf(reason_, sizeof reason_, "%s%s, in scan %d", prefix, what,
                      codec->input_scan_number);
}

void JpegMessages::fail_at(j_decompress_ptr codec, const char* what) {
    say_where(codec, what);
    std::longjmp(jump_, 1);
}

void JpegMessages::accept_early_end(j_decompress_ptr codec) {
    if (ended_early_) return;
    ended_early_ = true;
    say_where(codec, ends_early);
    if (!allow_truncated_) std::longjmp(jump_, 1);
}

std::vector<std::string> JpegMessages::notes() const {
    std::vector<std::string> notes;
    if (has_odd_marks_) notes.emplace_back("the JPEG has an odd JFIF or Adobe mark");
    if (ended_early_) notes.push_back(std::string(reason_) + ": what is missing is grey or coarse");
    return notes;
}

}  // namespace turntile::io
