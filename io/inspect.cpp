// Finds a file's format by its content and reads its headers.
#include "io/byte_reader.hpp"
#include "io/foreign.hpp"
#include "io/jpeg_info.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile {

FileInfo inspect(std::span<const std::byte> bytes) {
    if (bytes.empty()) throw ImageError("empty file");
    const ByteReader file(bytes, ByteOrder::big);
    if (file.holds(0, "\xff\xd8")) return jpeg_info(bytes);
    refuse_foreign(bytes);
}

}  // namespace turntile
