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
    /// Borrows `file`. @throws ImageError if libwebpmux cannot read it
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
    std::unique_ptr<WebPMux, Deleter> mux_;
};

}  // namespace turntile
