// The version, the turn on the CPU, and whole photos.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>

#include "c/status.hpp"
#include "turntile/cpu.hpp"
#include "turntile/photo.hpp"

namespace turntile::c {
namespace {

struct Freer {
    void operator()(std::uint8_t* memory) const noexcept { std::free(memory); }
};

PhotoOptions options_of(const turntile_photo_request& request) {
    PhotoOptions options;
    if (request.jpeg_quality < 0 || request.jpeg_quality > 100)
        throw std::invalid_argument("jpeg_quality is " + std::to_string(request.jpeg_quality) +
                                    ", not 1 to 100");
    if (request.jpeg_quality > 0) options.jpeg_quality = request.jpeg_quality;
    if (request.max_pixels < 0) throw std::invalid_argument("max_pixels is negative");
    if (request.max_pixels > 0) options.max_pixels = request.max_pixels;
    return options;
}

PhotoRequest request_of(const turntile_photo_request& request) {
    return {.turn = request.turn == 0 ? Turn::none : turn_of(request.turn),
            .ignore_orientation = request.ignore_orientation != 0};
}

turntile_photo photo_of(const TurnedPhoto& turned) {
    const std::size_t size = turned.bytes.size();
    std::unique_ptr<std::uint8_t, Freer> bytes(static_cast<std::uint8_t*>(std::malloc(size)));
    if (bytes == nullptr) throw std::bad_alloc();
    std::memcpy(bytes.get(), turned.bytes.data(), size);
    const PhotoReport& report = turned.report;
    return {.bytes = bytes.release(),
            .size = size,
            .width = report.size.width,
            .height = report.size.height,
            .action = static_cast<std::int32_t>(report.action),
            .turn = static_cast<std::int32_t>(report.turn),
            .device = report.turning.device,
            .decode_ms = report.decode_ms,
            .turn_ms = report.turning.turn_ms,
            .encode_ms = report.encode_ms};
}

}  // namespace
}  // namespace turntile::c

using namespace turntile;

const char* turntile_version(void) {
    return TURNTILE_VERSION;
}

std::int32_t turntile_cpu_turn(const turntile_image* src, const turntile_image* dst,
                               std::int32_t turn) {
    return c::status_of([=] {
        const turntile_image& from = c::given(src, "src");
        const turntile_image& to = c::given(dst, "dst");
        cpu::turn(c::view_of(from), c::view_of(to), c::turn_of(turn));
    });
}

std::int32_t turntile_turn_encoded(const void* bytes, std::size_t size,
                                   const turntile_photo_request* request, turntile_photo* photo) {
    return c::status_of([=] {
        c::given(photo, "photo") = {};
        const turntile_photo_request& asked = c::given(request, "request");
        if (size > 0) c::given(static_cast<const std::byte*>(bytes), "bytes");
        *photo = c::photo_of(turn_encoded({static_cast<const std::byte*>(bytes), size},
                                          c::request_of(asked), c::options_of(asked)));
    });
}

void turntile_photo_free(turntile_photo* photo) {
    if (photo == nullptr) return;
    std::free(photo->bytes);
    *photo = {};
}
