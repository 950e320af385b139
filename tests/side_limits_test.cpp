#include "io/side_limits.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "turntile/error.hpp"

namespace turntile::io {
namespace {

FileInfo info(Format format, Size size) {
    FileInfo result;
    result.format = format;
    result.size = size;
    return result;
}

TEST(SideLimits, OfFilesAreThoseOfTheirLibraries) {
    for (const auto& [format, limit_px] : {std::pair<Format, std::int64_t>{Format::jpeg, 65500},
                                           {Format::webp, 16383},
                                           {Format::png, 0x7fffffff}}) {
        EXPECT_NO_THROW(require_writable_sides(format, {limit_px, limit_px})) << name(format);
        EXPECT_THROW(require_writable_sides(format, {limit_px + 1, 1}), ImageError);
        EXPECT_THROW(require_writable_sides(format, {1, limit_px + 1}), ImageError);
    }
    EXPECT_NO_THROW(require_writable_sides(Format::tiff, {0x7fffffff, 1}));
}

TEST(SideLimits, AreOpencvsWhereItDecodes) {
    constexpr std::int64_t limit_px = 1 << 20;
    for (const Format format : {Format::tiff, Format::bmp, Format::pnm}) {
        EXPECT_NO_THROW(require_readable_sides(info(format, {limit_px, 1})));
        EXPECT_THROW(require_readable_sides(info(format, {limit_px + 1, 1})), ImageError);
        EXPECT_THROW(require_readable_sides(info(format, {1, limit_px + 1})), ImageError);
    }
    EXPECT_NO_THROW(require_readable_sides(info(Format::png, {limit_px + 1, 1})));
}

}  // namespace
}  // namespace turntile::io
