#include "io/tiff_file.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

#include "turntile/error.hpp"

namespace turntile::io {

/// What libtiff calls. No exception may pass through it.
struct TiffFile::Callbacks {
    static Stream& of(thandle_t handle) { return *static_cast<Stream*>(handle); }

    static tmsize_t read(thandle_t handle, void* dst, tmsize_t size_bytes) {
        Stream& stream = of(handle);
        const auto bytes = stream.bytes();
        if (stream.position >= bytes.size() || size_bytes <= 0) return 0;
        const auto rest = bytes.subspan(stream.position);
        const auto count = std::min(rest.size(), static_cast<std::size_t>(size_bytes));
        std::memcpy(dst, rest.data(), count);
        stream.position += count;
        return static_cast<tmsize_t>(count);
    }

    static tmsize_t write(thandle_t handle, void* src, tmsize_t size_bytes) {
        Stream& stream = of(handle);
        if (!stream.is_written || size_bytes <= 0) return 0;
        const auto count = static_cast<std::size_t>(size_bytes);
        try {
            const std::size_t end = stream.position + count;
            if (end > stream.file.size()) stream.file.resize(end);
        } catch (const std::bad_alloc&) {
            return 0;
        }
        std::memcpy(stream.file.data() + stream.position, src, count);
        stream.position += count;
        return size_bytes;
    }

    static toff_t seek(thandle_t handle, toff_t offset, int whence) {
        Stream& stream = of(handle);
        const toff_t base = whence == SEEK_SET   ? 0
                            : whence == SEEK_CUR ? stream.position
                                                 : stream.bytes().size();
        return stream.position = base + offset;
    }

    static int close(thandle_t) { return 0; }

    static toff_t size(thandle_t handle) { return of(handle).bytes().size(); }

    static int keep_first_error(TIFF*, void* handle, const char*, const char* format,
                                va_list values) {
        std::string& complaint = of(handle).complaint;
        if (!complaint.empty()) return 1;
        char text[200];
        std::vsnprintf(text, sizeof text, format, values);
        try {
            complaint = text;
        } catch (const std::bad_alloc&) {
            // It is only words; the failure itself is reported by the call.
        }
        return 1;  // said: the handlers of the process need not hear of it
    }

    static int ignore(TIFF*, void*, const char*, const char*, va_list) { return 1; }
};

TiffFile::TiffFile(std::span<const std::byte> bytes) {
    stream_.source = bytes;
    open("rm");
}

TiffFile::TiffFile(const std::string& mode) {
    stream_.is_written = true;
    open(mode);
}

void TiffFile::open(const std::string& mode) {
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(
        TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), Callbacks::keep_first_error, &stream_);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), Callbacks::ignore, nullptr);
    tiff_.reset(TIFFClientOpenExt("", mode.c_str(), &stream_, Callbacks::read, Callbacks::write,
                                  Callbacks::seek, Callbacks::close, Callbacks::size, nullptr,
                                  nullptr, options.get()));
    if (tiff_ == nullptr)
        throw ImageError("damaged or truncated TIFF data (libtiff says: " + complaint() + ")");
    // About tags that have nothing to do with the pixels.
    stream_.complaint.clear();
}

std::vector<std::byte> TiffFile::finish() {
    const bool is_written = TIFFWriteDirectory(get()) != 0;
    tiff_.reset();
    if (!is_written || !complaint().empty())
        throw ImageError("the TIFF cannot be written (libtiff says: " + complaint() + ")");
    return std::move(stream_.file);
}

}  // namespace turntile::io
