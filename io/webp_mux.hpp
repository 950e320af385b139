// Writing chunks into WebP files with libwebpmux.
#pragma once

#include <webp/mux.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace turntile {

/// A WebP file whose chunks can be set. VP8X and its flags follow by themselves.
class WebpMux {
  public:
    /// Borrows `file`. Its VP8X may announce what is not there or hide what is, as ExifTool 12.57
    /// hides a lossless picture's alpha: libwebpmux alone would refuse that.
    /// @throws ImageError if libwebpmux cannot read it
    explicit WebpMux(std::span<const std::byte> file);

    /// Sets the chunk `name` (four characters), or puts it in the place of one that there is.
    /// Copies `data`.
    void set(const char* name, std::span<const std::byte> data);

    /// Removes every chunk `name`.
    void remove(const char* name);

    /// The finished file.
    std::vector<std::byte> assemble();

  private:
    struct Deleter {
        void operator()(WebPMux* mux) const { WebPMuxDelete(mux); }
    };
    std::vector<std::byte> repaired_;  ///< the file with the right flags, if it had wrong ones
    std::unique_ptr<WebPMux, Deleter> mux_;
};

}  // namespace turntile
