#include "io/webp_decode.hpp"

#include <webp/decode.h>
#include <webp/demux.h>

#include <cstring>
#include <memory>
#include <string>

#include "io/picture_name.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

[[noreturn]] void fail(const char* reason) {
    throw ImageError(std::string("damaged or truncated WebP data (libwebp says: ") + reason + ")");
}

const char* words_for(VP8StatusCode status) {
    switch (status) {
        case VP8_STATUS_OUT_OF_MEMORY: return "memory ran out";
        case VP8_STATUS_BITSTREAM_ERROR: return "the data make no sense";
        case VP8_STATUS_UNSUPPORTED_FEATURE: return "it uses an unknown feature";
        case VP8_STATUS_SUSPENDED:
        case VP8_STATUS_NOT_ENOUGH_DATA: return "it ends early";
        default: return "it cannot be decoded";
    }
}

const std::uint8_t* data_of(std::span<const std::byte> bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

// A file without alpha can be asked for it: it is opaque.
void require_announced(Size size, int channels, const FileInfo& info) {
    if (size != info.size || (channels != info.channels && info.channels != 4))
        throw ImageError("the WebP holds " + picture_name(size, channels, Sample::u8) +
                         " where its headers announced " +
                         picture_name(info.size, info.channels, info.sample));
}

/// libwebp's settings for writing into `dst`.
WebPDecoderConfig config_for(const ImageView& dst, int channels) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) fail("it is not the version built with");
    config.output.colorspace = channels == 4 ? MODE_BGRA : MODE_BGR;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = static_cast<std::uint8_t*>(dst.data);
    config.output.u.RGBA.stride = static_cast<int>(dst.pitch_bytes);
    config.output.u.RGBA.size = dst.extent_bytes();
    return config;
}

/// Decodes as many rows as there are data for; the others are 0.
void decode_rows(std::span<const std::byte> bytes, const ImageView& dst, int channels) {
    for (std::int64_t y = 0; y < dst.height; ++y)
        std::memset(dst.row(y), 0, dst.row_bytes());
    WebPDecoderConfig config = config_for(dst, channels);
    const std::unique_ptr<WebPIDecoder, decltype(&WebPIDelete)> decoder(
        WebPINewDecoder(&config.output), WebPIDelete);
    if (decoder == nullptr) fail("memory ran out");
    const VP8StatusCode status = WebPIAppend(decoder.get(), data_of(bytes), bytes.size());
    if (status != VP8_STATUS_OK && status != VP8_STATUS_SUSPENDED) fail(words_for(status));
}

void decode_still(std::span<const std::byte> bytes, const ImageView& dst, int channels,
                  bool allow_truncated) {
    if (allow_truncated) return decode_rows(bytes, dst, channels);
    WebPDecoderConfig config = config_for(dst, channels);
    const VP8StatusCode status = WebPDecode(data_of(bytes), bytes.size(), &config);
    if (status != VP8_STATUS_OK) fail(words_for(status));
}

void copy_row(const std::uint8_t* bgra, const ImageView& dst, std::int64_t y, int channels) {
    auto* row = reinterpret_cast<std::uint8_t*>(dst.row(y));
    if (channels == 4) {
        std::memcpy(row, bgra, dst.row_bytes());
        return;
    }
    for (std::int64_t x = 0; x < dst.width; ++x, row += 3, bgra += 4)
        std::memcpy(row, bgra, 3);
}

void decode_first_frame(std::span<const std::byte> bytes, const ImageView& dst, int channels) {
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options)) fail("it is not the version built with");
    options.color_mode = MODE_BGRA;
    const WebPData data = {data_of(bytes), bytes.size()};
    const std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)> decoder(
        WebPAnimDecoderNew(&data, &options), WebPAnimDecoderDelete);
    std::uint8_t* canvas = nullptr;
    int time_ms = 0;
    if (decoder == nullptr || !WebPAnimDecoderGetNext(decoder.get(), &canvas, &time_ms))
        fail("the animation cannot be decoded");
    for (std::int64_t y = 0; y < dst.height; ++y)
        copy_row(canvas + y * dst.width * 4, dst, y, channels);
}

}  // namespace

Picture decode_webp(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                    bool allow_truncated) {
    WebPBitstreamFeatures features;
    const VP8StatusCode status = WebPGetFeatures(data_of(bytes), bytes.size(), &features);
    if (status != VP8_STATUS_OK) fail(words_for(status));
    require_announced({features.width, features.height}, features.has_alpha != 0 ? 4 : 3, info);
    Picture picture;
    picture.channels = info.channels;
    picture.planes[0] = memory.allocate(info.size.width, info.size.height, info.pixel_bytes());
    if (features.has_animation != 0)
        decode_first_frame(bytes, picture.planes[0], info.channels);
    else
        decode_still(bytes, picture.planes[0], info.channels, allow_truncated);
    return picture;
}

}  // namespace turntile::io
