// libtiff on files in memory, with its complaints kept: nothing is printed.
#pragma once

#include <tiffio.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace turntile::io {

/// A file in memory, as libtiff reads or writes it, and the first error that libtiff reports.
class TiffFile {
  public:
    /// Reads `bytes`, which must outlive this. @throws ImageError
    explicit TiffFile(std::span<const std::byte> bytes);
    /// Writes a new file; `mode` is libtiff's: "wl", "wb8", ... @throws ImageError
    explicit TiffFile(const std::string& mode);
    TiffFile(const TiffFile&) = delete;
    TiffFile& operator=(const TiffFile&) = delete;

    TIFF* get() const { return tiff_.get(); }
    /// What libtiff complained about first; empty if it did not.
    const std::string& complaint() const { return stream_.complaint; }
    /// Ends the file that was written. @throws ImageError
    std::vector<std::byte> finish();

    /// The first value of a tag of 16 or 32 bits, or `otherwise`.
    template <class Number>
    Number value(std::uint32_t tag, Number otherwise) const {
        Number number = otherwise;
        return TIFFGetFieldDefaulted(get(), tag, &number) != 0 ? number : otherwise;
    }

  private:
    struct Stream {
        std::span<const std::byte> source;  ///< that is read
        std::vector<std::byte> file;        ///< that is written
        bool is_written = false;
        toff_t position = 0;
        std::string complaint;

        std::span<const std::byte> bytes() const {
            return is_written ? std::span<const std::byte>(file) : source;
        }
    };
    struct Callbacks;

    void open(const std::string& mode);

    Stream stream_;
    std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff_{nullptr, TIFFClose};
};

}  // namespace turntile::io
