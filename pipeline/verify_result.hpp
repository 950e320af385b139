// Reads a result back and compares it with what it was made of.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"
#include "turntile/photo.hpp"

namespace turntile {

/// What a finished file must hold.
struct Expected {
    const Picture& picture;  ///< that was encoded
    Format format = Format::jpeg;
    bool is_stored = false;  ///< the pixels are those of `decode_stored`
    double least_psnr = 25;  ///< in dB, of a lossy WebP
};

/// Decodes `file`. A JPEG may differ as far as `verify_jpeg` says, a lossy WebP by `least_psnr`,
/// others not at all. @throws ImageError if it is not an upright file of what is expected
void verify_result(std::span<const std::byte> file, const Expected& expected);

/// Turns the JPEG `file` back, whose blocks `report` says were turned, and compares every
/// coefficient with `source`; of a trimmed one all data is read. @throws ImageError
void verify_lossless(std::span<const std::byte> source, std::span<const std::byte> file,
                     const PhotoReport& report);

/// Peak signal to noise ratio of 8-bit samples in dB; infinite if they are equal. Both pictures
/// have the same planes.
double psnr(const Picture& a, const Picture& b);

}  // namespace turntile
