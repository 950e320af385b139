// A JPEG file opened by libjpeg-turbo: strict about damage, and silent.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/jpeg_messages.hpp"
#include "turntile/export.h"
#include "turntile/jpeg_coding.hpp"

namespace turntile::io {

/// Owns a jpeg_decompress_struct whose header is read. Whoever calls libjpeg with `codec()` does so
/// in `guard`.
class TURNTILE_EXPORT JpegReader {
  public:
    /// Borrows `bytes`. Data that ends early is accepted if `allow_truncated`; then missing samples
    /// are grey, or coarse.
    /// @throws ImageError
    JpegReader(std::span<const std::byte> bytes, bool allow_truncated);
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;
    ~JpegReader() { jpeg_destroy_decompress(&codec_); }

    jpeg_decompress_struct& codec() { return codec_; }
    Size size() const { return {codec_.image_width, codec_.image_height}; }
    int components() const { return codec_.num_components; }

    /// As JpegMessages::guard.
    template <class Calls>
    void guard(Calls&& calls) {
        messages_.guard(calls);
    }

    /// A file can end between two scans: libjpeg takes that for the picture's end, without a
    /// warning. To be called once all scans are read, or the only one is begun.
    /// @throws TruncatedImage unless that is allowed
    void require_all_scans();

    /// How the file is coded. To be called when `require_all_scans` may be.
    JpegCoding coding() const;

    /// What was odd and did no harm, and where data ended early.
    std::vector<std::string> notes() const;

  private:
    std::string missing_scan() const;
    bool coefficients_are_exact() const;

    JpegMessages messages_;
    jpeg_progress_mgr progress_ = {};
    jpeg_decompress_struct codec_ = {};
    bool allow_truncated_;
    std::string missing_scan_;
};

/// Reads all data of `file` and returns what is noted about it.
/// @throws ImageError for damage; TruncatedImage if the data ends early and may not
TURNTILE_EXPORT std::vector<std::string> check_jpeg_data(std::span<const std::byte> file,
                                                         bool allow_truncated);

}  // namespace turntile::io
