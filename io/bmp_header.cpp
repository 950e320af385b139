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
    header.pixels = require(file.u32(10), what);
    header.header_bytes = require(file.u32(14), what);
    if (header.is_core()) {
        header.width = require(file.u16(18), what);
        header.height = require(file.u16(20), what);
        header.bits = require(file.u16(24), what);
    } else {
        header.width = as_signed(require(file.u32(18), what));
        header.height = as_signed(require(file.u32(22), what));
        header.bits = require(file.u16(28), what);
        header.compression = require(file.u32(30), what);
        header.colours = require(file.u32(46), what);
    }
    if (header.width <= 0 || header.height == 0 || header.height == -0x80000000LL)
        throw ImageError("the BMP's header gives no possible size");
    if (header.pixels > file.size()) throw ImageError("the BMP ends before its first pixel");
    return header;
}

}  // namespace turntile
