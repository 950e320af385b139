// A new JPEG file compared with the pixels that it was made of, as closely as its quantisation
// steps allow.
#pragma once

#include <cstddef>
#include <span>

#include "turntile/codec.hpp"

namespace turntile {

/// Decodes the JPEG `file`, whose headers are `info`, and compares it with `picture`, block by
/// block. A block may differ by what rounding each of its DCT coefficients to the file's steps
/// costs, which is known from `picture`, and by the rounding of samples; no coarseness of the
/// tables lets another picture pass. Memory comes from `memory`.
/// @throws ImageError if the file is damaged or holds another picture
void verify_jpeg(std::span<const std::byte> file, const FileInfo& info, const Picture& picture,
                 BufferSource& memory);

}  // namespace turntile
