#include "io/webp_mux.hpp"

#include <cstdint>
#include <string>

#include "io/byte_reader.hpp"
#include "io/riff_chunks.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

WebPData borrowed(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

const char* reason(WebPMuxError error) {
    switch (error) {
        case WEBP_MUX_BAD_DATA: return "its chunks are damaged";
        case WEBP_MUX_MEMORY_ERROR: return "memory ran out";
        case WEBP_MUX_NOT_ENOUGH_DATA: return "it ends early";
        default: return "its chunks make no sense";
    }
}

void require_ok(WebPMuxError error, const char* attempt) {
    if (error != WEBP_MUX_OK)
        throw ImageError(std::string("libwebpmux cannot ") + attempt + ": " + reason(error));
}

constexpr std::size_t flags_offset = 20;  ///< in the file: VP8X comes first

/// The flag of VP8X that announces `chunk`; 0 if none does.
std::uint32_t flag_for(const RiffChunk& chunk) {
    if (chunk.name == "ICCP") return ICCP_FLAG;
    if (chunk.name == "EXIF") return EXIF_FLAG;
    if (chunk.name == "XMP ") return XMP_FLAG;
    if (chunk.name == "ALPH") return ALPHA_FLAG;
    // A lossless picture has a bit of its own, behind a signature and 28 bits of size.
    const ByteReader picture(chunk.data, ByteOrder::little);
    if (chunk.name == "VP8L" && (picture.u32(1).value_or(0) >> 28 & 1) != 0) return ALPHA_FLAG;
    return 0;
}

/// The flags of VP8X that the chunks of `file` ask for, instead of `flags`.
std::uint32_t consistent(std::uint32_t flags, std::span<const std::byte> file) {
    // More than that does not show here: frames of an animation may have alpha.
    flags &= ~std::uint32_t{ICCP_FLAG | EXIF_FLAG | XMP_FLAG};
    RiffWalker walker(file);
    while (const auto chunk = walker.next())
        flags |= flag_for(*chunk);
    return flags;
}

}  // namespace

WebpMux::WebpMux(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::little);
    const std::uint32_t flags = reader.u32(flags_offset).value_or(0);
    const std::uint32_t right_flags = reader.holds(12, "VP8X") ? consistent(flags, file) : flags;
    if (right_flags != flags) {
        repaired_.assign(file.begin(), file.end());
        store(repaired_, flags_offset, 4, ByteOrder::little, right_flags);
        file = repaired_;
    }
    const WebPData data = borrowed(file);
    mux_.reset(WebPMuxCreate(&data, 0));
    if (!mux_) throw ImageError("libwebpmux cannot read the WebP's chunks");
}

void WebpMux::set(const char* name, std::span<const std::byte> data) {
    const WebPData chunk = borrowed(data);
    require_ok(WebPMuxSetChunk(mux_.get(), name, &chunk, 1), "set metadata in the WebP");
}

void WebpMux::remove(const char* name) {
    const WebPMuxError error = WebPMuxDeleteChunk(mux_.get(), name);
    if (error != WEBP_MUX_NOT_FOUND) require_ok(error, "remove metadata from the WebP");
}

std::vector<std::byte> WebpMux::assemble() {
    WebPData file = {};
    require_ok(WebPMuxAssemble(mux_.get(), &file), "write the WebP");
    const auto bytes = std::as_bytes(std::span(file.bytes, file.size));
    std::vector<std::byte> result(bytes.begin(), bytes.end());
    WebPDataClear(&file);
    return result;
}

}  // namespace turntile
