// The exceptions that turntile throws beside std::invalid_argument (the caller's mistake) and
// std::system_error (files).
#pragma once

#include <stdexcept>
#include <string>

#include "turntile/export.h"

namespace turntile {

/// A CUDA call failed. The message says what was attempted, on what, and what CUDA said.
class TURNTILE_EXPORT CudaError : public std::runtime_error {
  public:
    /// `code` is the cudaError_t; `sticky` says that the device's context is lost.
    CudaError(const std::string& message, int code, bool sticky)
        : std::runtime_error(message), code_(code), sticky_(sticky) {}

    /// The cudaError_t.
    int code() const noexcept { return code_; }

    /// Whether every later CUDA call on this device will fail too.
    bool is_sticky() const noexcept { return sticky_; }

    /// Whether memory ran out: the work may go through elsewhere, or later.
    bool is_out_of_memory() const noexcept { return code_ == 2; }

  private:
    int code_;
    bool sticky_;
};

/// Image data is damaged, unsupported, or would lose something. The message is one sentence without
/// a file name.
class TURNTILE_EXPORT ImageError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Image data ends early. `DecodeOptions::allow_truncated` accepts what there is.
class TURNTILE_EXPORT TruncatedImage : public ImageError {
    using ImageError::ImageError;
};

}  // namespace turntile
