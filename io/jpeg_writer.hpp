// A new JPEG file, written by libjpeg-turbo to memory.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "io/jpeg_messages.hpp"
#include "turntile/jpeg_coding.hpp"

namespace turntile::io {

/// Owns a jpeg_compress_struct that is set for a file. Whoever calls libjpeg with `codec()` does so
/// in `guard`.
class TURNTILE_EXPORT JpegWriter {
  public:
    /// The file is coded as `coding` says, but with the customary quantisation tables of `quality`,
    /// 1 to 100, if it is given. libjpeg will be given the components as they are.
    /// `expected_bytes` is a guess of the file's size.
    /// @throws ImageError
    JpegWriter(const JpegCoding& coding, std::optional<int> quality, std::size_t expected_bytes);
    JpegWriter(const JpegWriter&) = delete;
    JpegWriter& operator=(const JpegWriter&) = delete;
    ~JpegWriter() { jpeg_destroy_compress(&codec_); }

    jpeg_compress_struct& codec() { return codec_; }

    /// As JpegMessages::guard.
    template <class Calls>
    void guard(Calls&& calls) {
        messages_.guard(calls);
    }

    /// Starts a file that libjpeg will be given samples for, and writes the coding's APP14
    /// segments. Steps that libjpeg cannot divide by become the largest that it can.
    /// @throws ImageError if a step is 0
    void start_samples(const JpegCoding& coding);

    /// Writes the coding's APP14 segments; libjpeg has just been started.
    void write_adobe_segments(const JpegCoding& coding);

    /// Ends the file and returns it.
    std::vector<std::byte> finish();

  private:
    // The first member of a struct that knows its owner: libjpeg hands back a pointer to it.
    struct Sink {
        jpeg_destination_mgr manager;
        JpegWriter* owner;
    };

    static JpegWriter& of(j_compress_ptr codec);
    static void begin_output(j_compress_ptr codec);
    static boolean extend_output(j_compress_ptr codec);
    static void end_output(j_compress_ptr codec);
    bool grow_file() noexcept;

    void apply(const JpegCoding& coding, std::optional<int> quality);
    void apply_steps(const JpegCoding& coding);
    void limit_steps();
    void split_crowded_scans();

    JpegMessages messages_;
    jpeg_compress_struct codec_ = {};
    Sink sink_ = {};
    std::vector<std::byte> file_;
    std::vector<jpeg_scan_info> scans_;
};

}  // namespace turntile::io
