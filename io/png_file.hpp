// libpng's readers and writers with one owner each, and its complaints as exceptions: nothing is
// printed, nothing exits.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <png.h>

#include "turntile/error.hpp"

namespace turntile::io {

/// Why libpng failed, and where to go on.
///
/// libpng reports an error by a call that must not return. Its frames are C and cannot be unwound,
/// so the call jumps back into `guard`, which throws.
class PngMessages {
  public:
    /// `failure` begins every message.
    explicit PngMessages(const char* failure) : failure_(failure) {}
    PngMessages(const PngMessages&) = delete;
    PngMessages& operator=(const PngMessages&) = delete;

    /// Runs `calls`, which call libpng. @throws ImageError if libpng fails. `calls` and what it
    /// calls must hold nothing with a destructor: a failure jumps over them.
    template <class Calls>
    void guard(Calls&& calls) {
        if (setjmp(jump_) != 0) throw ImageError(reason_);
        calls();
    }

    /// What goes into png_create_read_struct and its sister.
    [[noreturn]] static void fail(png_structp png, png_const_charp text);
    static void ignore(png_structp, png_const_charp) {}

  private:
    const char* failure_;
    std::jmp_buf jump_ = {};
    char reason_[200] = {};
};

/// Reads one PNG file in memory. Ancillary chunks but those that say what pixels mean (tRNS, bKGD,
/// sBIT, hIST) are passed over.
class PngReader {
  public:
    /// Reads up to the pixels. @throws ImageError
    explicit PngReader(std::span<const std::byte> file);
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

    png_structp png() const { return png_; }
    png_infop info() const { return info_; }
    /// Whether libpng has asked for bytes beyond the last one.
    bool ran_out() const { return source_.ran_out; }

    template <class Calls>
    void guard(Calls&& calls) {
        messages_.guard(calls);
    }

  private:
    struct Source {
        std::span<const std::byte> rest;
        bool ran_out = false;
    };

    static void read(png_structp png, png_bytep dst, png_size_t count);

    PngMessages messages_{"damaged or truncated PNG data"};
    Source source_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

/// Writes one PNG file to memory.
class PngWriter {
  public:
    PngWriter();
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;
    ~PngWriter() { png_destroy_write_struct(&png_, &info_); }

    png_structp png() const { return png_; }
    png_infop info() const { return info_; }

    template <class Calls>
    void guard(Calls&& calls) {
        messages_.guard(calls);
    }

    std::vector<std::byte> take_file() { return std::move(file_); }

  private:
    static void write(png_structp png, png_bytep src, png_size_t count);
    static void flush(png_structp) {}

    PngMessages messages_{"the PNG cannot be written"};
    std::vector<std::byte> file_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

}  // namespace turntile::io
