#include "io/png_coding.hpp"

#include <gtest/gtest.h>

#include "coded_png.hpp"

namespace turntile::tests {
namespace {

TEST(PngCoding, FindsTheLevelsThatZlibTells) {
    const PngPixels pixels = random_png_pixels({40, 30}, png_kinds[8], 1);
    const auto level = [&](int written) {
        return io::png_coding(coded_png(pixels, {.zlib_level = written})).zlib_level;
    };
    EXPECT_EQ(level(1), 1);
    EXPECT_EQ(level(4), 3);
    EXPECT_EQ(level(6), 6);
    EXPECT_EQ(level(9), 9);
}

TEST(PngCoding, FindsTheFiltersOfAllRowsOfEveryKind) {
    for (const PngKind& kind : png_kinds)
        for (const Size size : {Size{40, 30}, Size{3, 2}, Size{1, 500}, Size{3000, 70}})
            for (const bool is_interlaced : {false, true}) {
                const PngPixels pixels = random_png_pixels(size, kind, 2);
                for (const int filter : {PNG_FILTER_NONE, PNG_FILTER_SUB, PNG_FILTER_PAETH}) {
                    // libpng has no use for a left neighbour where there is none.
                    if (filter != PNG_FILTER_NONE && size.width < 8) continue;
                    const auto file =
                        coded_png(pixels, {.filters = filter, .is_interlaced = is_interlaced});
                    EXPECT_EQ(io::png_coding(file).filters & filter, filter)
                        << kind.name << " " << size.width << "x" << size.height;
                }
            }
}

TEST(PngCoding, ReadsWhatIsThereOfADamagedFile) {
    const auto file = coded_png(random_png_pixels({40, 30}, png_kinds[8], 3), {});
    for (std::size_t size = 0; size < file.size(); size += 7)
        EXPECT_NO_THROW(io::png_coding(std::span(file).first(size)));
}

TEST(PngCoding, ExchangesTheNeighbourLeftAndTheOneAbove) {
    EXPECT_EQ(io::with_swapped_axes(PNG_FILTER_SUB), PNG_FILTER_UP);
    EXPECT_EQ(io::with_swapped_axes(PNG_FILTER_UP | PNG_FILTER_PAETH),
              PNG_FILTER_SUB | PNG_FILTER_PAETH);
    EXPECT_EQ(io::with_swapped_axes(PNG_ALL_FILTERS), PNG_ALL_FILTERS);
}

}  // namespace
}  // namespace turntile::tests
