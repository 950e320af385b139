#include "io/check_tiff_data.hpp"

#include <tiffio.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "turntile/error.hpp"

namespace turntile::io {
namespace {

/// A file in memory, as libtiff reads it, and the first thing that libtiff has to say about it.
struct TiffSource {
    std::span<const std::byte> bytes;
    toff_t position = 0;
    char complaint[200] = {};
};

TiffSource& source_of(thandle_t handle) {
    return *static_cast<TiffSource*>(handle);
}

tmsize_t read_source(thandle_t handle, void* dst, tmsize_t size_bytes) {
    TiffSource& source = source_of(handle);
    if (source.position >= source.bytes.size() || size_bytes <= 0) return 0;
    const auto rest = source.bytes.subspan(source.position);
    const auto count = std::min(rest.size(), static_cast<std::size_t>(size_bytes));
    std::memcpy(dst, rest.data(), count);
    source.position += count;
    return static_cast<tmsize_t>(count);
}

tmsize_t write_nothing(thandle_t, void*, tmsize_t) {
    return 0;
}

toff_t seek_source(thandle_t handle, toff_t offset, int whence) {
    TiffSource& source = source_of(handle);
    const toff_t base = whence == SEEK_SET   ? 0
                        : whence == SEEK_CUR ? source.position
                                             : source.bytes.size();
    return source.position = base + offset;
}

int close_nothing(thandle_t) {
    return 0;
}

toff_t source_size(thandle_t handle) {
    return source_of(handle).bytes.size();
}

int keep_first_error(TIFF*, void* source, const char*, const char* format, va_list values) {
    char(&complaint)[200] = static_cast<TiffSource*>(source)->complaint;
    if (complaint[0] == '\0') std::vsnprintf(complaint, sizeof complaint, format, values);
    return 1;  // said: the handlers of the process need not hear of it
}

int ignore_warning(TIFF*, void*, const char*, const char*, va_list) {
    return 1;
}

using TiffReader = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

TiffReader open(TiffSource& source) {
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(
        TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_first_error, &source);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore_warning, nullptr);
    return {TIFFClientOpenExt("", "rm", &source, read_source, write_nothing, seek_source,
                              close_nothing, source_size, nullptr, nullptr, options.get()),
            TIFFClose};
}

/// Whether the decoder reports damage at all, and reads any strip by itself.
bool can_be_checked(TIFF* tiff) {
    std::uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    return compression != COMPRESSION_NONE && compression != COMPRESSION_OJPEG;
}

/// The first strip or tile that cannot be decoded, or the number of them all.
std::uint32_t decode_all(TIFF* tiff) {
    const bool is_tiled = TIFFIsTiled(tiff) != 0;
    const std::uint32_t count = is_tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    const tmsize_t size_bytes = is_tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
    if (size_bytes <= 0) return 0;
    const auto pixels =
        std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size_bytes));
    for (std::uint32_t i = 0; i < count; ++i) {
        const tmsize_t read = is_tiled ? TIFFReadEncodedTile(tiff, i, pixels.get(), size_bytes)
                                       : TIFFReadEncodedStrip(tiff, i, pixels.get(), size_bytes);
        if (read < 0) return i;
    }
    return count;
}

}  // namespace

void require_whole_tiff_data(std::span<const std::byte> file) {
    TiffSource source{.bytes = file};
    const TiffReader tiff = open(source);
    if (tiff == nullptr)
        throw ImageError(std::string("damaged or truncated TIFF data (libtiff says: ") +
                         source.complaint + ")");
    if (!can_be_checked(tiff.get())) return;
    const std::uint32_t whole = decode_all(tiff.get());
    const bool is_tiled = TIFFIsTiled(tiff.get()) != 0;
    const std::uint32_t count =
        is_tiled ? TIFFNumberOfTiles(tiff.get()) : TIFFNumberOfStrips(tiff.get());
    if (whole < count)
        throw ImageError("damaged or truncated TIFF data in " +
                         std::string(is_tiled ? "tile " : "strip ") + std::to_string(whole + 1) +
                         " of " + std::to_string(count) + " (libtiff says: " + source.complaint +
                         ")");
}

}  // namespace turntile::io
