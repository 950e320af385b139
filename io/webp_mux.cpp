#include "io/webp_mux.hpp"

#include <string>

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

}  // namespace

WebpMux::WebpMux(std::span<const std::byte> file) {
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
