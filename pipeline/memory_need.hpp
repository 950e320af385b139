// How much memory a file takes on its way.
#pragma once

#include <cstddef>

#include "turntile/codec.hpp"

namespace turntile {

/// The file that is made.
struct NewFile {
    Format format = Format::jpeg;
    bool progressive = false;  ///< is asked of a JPEG
    bool verify = false;       ///< it is read back
};

/// Bytes that a file of `file_bytes` bytes with these headers takes at most while it is decoded,
/// turned and encoded: pixels, files, and what the codecs hold beside them.
std::size_t picture_memory_bytes(std::size_t file_bytes, const FileInfo& source,
                                 const NewFile& made);

/// The same of a JPEG whose blocks are turned: the coefficients of two bytes, before and after.
std::size_t lossless_memory_bytes(std::size_t file_bytes, const FileInfo& source);

}  // namespace turntile
