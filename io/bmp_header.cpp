#include "io/bmp_header.hpp"

#include "turntile/error.hpp"

namespace turntile {
namespace {

std::int64_t as_signed(std::uint32_t value) {
    return static_cast<std::int32_t>(value);
}

}  // namespace

BmpHeader read_bmp_header(const ByteReader& file) {
    const char* what = "the BMP's header";
    BmpHeader header;
    header.pixels = require(file.u32(bmp_at::pixels), what);
    header.header_bytes = require(file.u32(bmp_at::header), what);
    if (header.is_core()) {
        header.width = require(file.u16(bmp_at::size), what);
        header.height = require(file.u16(bmp_at::size + 2), what);
        header.bits = require(file.u16(24), what);
    } else {
        header.width = as_signed(require(file.u32(bmp_at::size), what));
        header.height = as_signed(require(file.u32(bmp_at::size + 4), what));
        header.bits = require(file.u16(28), what);
        header.compression = require(file.u32(30), what);
        header.colours = require(file.u32(46), what);
    }
    if (header.width <= 0 || header.height == 0 || header.height == -0x80000000LL)
        throw ImageError("the BMP's header gives no possible size");
    if (header.pixels > file.size()) throw ImageError("the BMP ends before its first pixel");
    return header;
}

bool has_profile(const ByteReader& file, const BmpHeader& header) {
    // bV5CSType: an embedded or a linked profile, spelt backwards.
    return header.header_bytes >= bmp_v5_header_bytes &&
           (file.holds(bmp_at::colour_space, "DEBM") || file.holds(bmp_at::colour_space, "KNIL"));
}

}  // namespace turntile
