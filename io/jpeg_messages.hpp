// What libjpeg has to say about a file, as exceptions: nothing is printed, nothing exits.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdio>  // jpeglib.h needs FILE
#include <string>
#include <vector>

#include <jpeglib.h>

#include "turntile/error.hpp"

namespace turntile::io {

/// Stands behind a jpeg_decompress_struct or jpeg_compress_struct as its error manager, and decides
/// which warnings mean that pixels are lost.
///
/// libjpeg reports an error by a call that must not return. Its frames are C and cannot be unwound,
/// so the call jumps back into `guard`, which throws.
class TURNTILE_EXPORT JpegMessages {
  public:
    explicit JpegMessages(bool allow_truncated = false);
    JpegMessages(const JpegMessages&) = delete;
    JpegMessages& operator=(const JpegMessages&) = delete;

    /// What goes into jpeg_decompress_struct::err or jpeg_compress_struct::err.
    jpeg_error_mgr* manager() { return &hooks_.manager; }

    /// Runs `calls`, which call libjpeg. @throws ImageError if libjpeg fails or meets damage;
    /// TruncatedImage if data ends early.
    /// `calls` and what it calls must hold nothing with a destructor: a failure jumps over them.
    template <class Calls>
    void guard(Calls&& calls) {
        if (setjmp(jump_) != 0) throw_failure();
        calls();
    }

    /// Ends the call that `guard` runs.
    [[noreturn]] void fail(const char* reason);

    /// Whether libjpeg has asked for bytes beyond the last one.
    bool ran_out() const { return ran_out_; }

    /// What was odd and did no harm, and where data ended early if that is allowed.
    std::vector<std::string> notes() const;

  private:
    // The first member of a struct that knows its owner: libjpeg hands back a pointer to it.
    struct Hooks {
        jpeg_error_mgr manager;
        JpegMessages* owner;
    };

    static JpegMessages& of(j_common_ptr codec);
    [[noreturn]] static void error_exit(j_common_ptr codec);
    static void emit_message(j_common_ptr codec, int level);
    static void output_message(j_common_ptr codec);

    [[noreturn]] void throw_failure() const;
    [[noreturn]] void fail_with_libjpegs_words(j_common_ptr codec);
    void judge_warning(j_decompress_ptr codec);
    void say_where(j_decompress_ptr codec, const char* what);
    [[noreturn]] void fail_at(j_decompress_ptr codec, const char* what);
    void accept_early_end(j_decompress_ptr codec);

    Hooks hooks_ = {};
    std::jmp_buf jump_ = {};
    bool allow_truncated_;
    bool ran_out_ = false;
    bool ended_early_ = false;
    bool has_odd_marks_ = false;
    // Not strings: a failure jumps over their destructors.
    char reason_[JMSG_LENGTH_MAX + 64] = {};
};

}  // namespace turntile::io
