#include "io/jpeg_messages.hpp"

#include <jerror.h>

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

JpegMessages& JpegMessages::of(j_common_ptr codec) {
    return *reinterpret_cast<Hooks*>(codec->err)->owner;
}

void JpegMessages::error_exit(j_common_ptr codec) {
    of(codec).fail_with_libjpegs_words(codec);
}

void JpegMessages::emit_message(j_common_ptr codec, int level) {
    const bool is_warning = level < 0;
    if (is_warning) of(codec).judge_warning(reinterpret_cast<j_decompress_ptr>(codec));
}

void JpegMessages::output_message(j_common_ptr) {}

void JpegMessages::fail_with_libjpegs_words(j_common_ptr codec) {
    // At the end libjpeg reads made-up markers, and complains about these.
    if (ran_out_) fail(ends_early);
    char words[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, words);
    std::snprintf(reason_, sizeof reason_, "the JPEG data cannot be decoded: %s", words);
    std::longjmp(jump_, 1);
}

void JpegMessages::judge_warning(j_decompress_ptr codec) {
    const jpeg_error_mgr& manager = hooks_.manager;
    if (manager.msg_code == JWRN_JPEG_EOF) {
        ran_out_ = true;
        // A Huffman decoder that lacks data will say so. An arithmetic one never lacks any.
        if (codec->arith_code && !allow_truncated_) fail_at(codec, ends_early);
        return;
    }
    const char* const what = damage(codec, manager.msg_code, manager.msg_parm.i[1]);
    if (what == nullptr) return;
    const bool stands_at_end = codec->unread_marker == JPEG_EOI;
    if (!stands_at_end) fail_at(codec, what);
    if (!allow_truncated_) fail_at(codec, ends_early);
}

void JpegMessages::fail_at(j_decompress_ptr codec, const char* what) {
    const char* const prefix = what == ends_early ? "" : "damaged JPEG data: ";
    // All scans but a lone one are read before the first row comes out.
    if (codec->output_scanline == 0)
        std::snprintf(reason_, sizeof reason_, "%s%s, in scan %d", prefix, what,
                      codec->input_scan_number);
    else
        std::snprintf(reason_, sizeof reason_, "%s%s, near row %u of %u", prefix, what,
                      codec->output_scanline, codec->output_height);
    std::longjmp(jump_, 1);
}

}  // namespace turntile::io
