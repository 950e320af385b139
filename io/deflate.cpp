#include "io/deflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>

#include "turntile/error.hpp"

namespace turntile {
namespace {

/// Owns zlib's decompressor.
class Inflater {
  public:
    Inflater() {
        if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    z_stream stream = {};
};

}  // namespace

std::optional<std::vector<std::byte>> inflated(std::span<const std::byte> packed,
                                               std::size_t largest_bytes) {
    constexpr std::size_t step_bytes = 64 * 1024;
    Inflater inflater;
    z_stream& stream = inflater.stream;
    // zlib does not write through this pointer.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
    stream.avail_in = static_cast<uInt>(std::min<std::size_t>(packed.size(), 0x7fffffff));
    std::vector<std::byte> result;
    int status = Z_OK;
    while (status == Z_OK) {
        const std::size_t before = result.size();
        result.resize(before + step_bytes);
        stream.next_out = reinterpret_cast<Bytef*>(result.data() + before);
        stream.avail_out = step_bytes;
        status = inflate(&stream, Z_NO_FLUSH);
        result.resize(before + step_bytes - stream.avail_out);
        if (result.size() > largest_bytes) return std::nullopt;
    }
    if (status != Z_STREAM_END) return std::nullopt;
    return result;
}

std::vector<std::byte> deflated(std::span<const std::byte> bytes) {
    uLongf size_bytes = compressBound(static_cast<uLong>(bytes.size()));
    std::vector<std::byte> result(size_bytes);
    if (compress2(reinterpret_cast<Bytef*>(result.data()), &size_bytes,
                  reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                  Z_BEST_COMPRESSION) != Z_OK)
        throw std::bad_alloc();
    result.resize(size_bytes);
    return result;
}

}  // namespace turntile
