#include "pipeline/memory_need.hpp"

#include <gtest/gtest.h>

namespace turntile {
namespace {

FileInfo picture(Format format, Size size, int channels, Sample sample = Sample::u8) {
    FileInfo info;
    info.format = format;
    info.size = size;
    info.channels = channels;
    info.sample = sample;
    return info;
}

TEST(MemoryNeed, HoldsThePictureTwice) {
    const FileInfo photograph = picture(Format::jpeg, {6000, 4000}, 3);
    const std::size_t bytes = picture_memory_bytes(5'000'000, photograph, {Format::jpeg});
    EXPECT_GE(bytes, 2U * 6000 * 4000 * 3 + 5'000'000);
    EXPECT_LE(bytes, 3U * 6000 * 4000 * 3);
}

TEST(MemoryNeed, HoldsCoefficientsWhereThePictureIsReadOrWrittenInSeveralPasses) {
    FileInfo photograph = picture(Format::jpeg, {6000, 4000}, 3);
    photograph.coefficient_bytes = std::size_t{6000} * 4000 * 6;
    const auto need = [&](const NewFile& made) {
        return picture_memory_bytes(0, photograph, made);
    };
    const std::size_t pixels = std::size_t{6000} * 4000 * 3;
    EXPECT_LT(need({Format::jpeg}), 2 * pixels + photograph.coefficient_bytes);
    EXPECT_GE(need({.format = Format::jpeg, .progressive = true}),
              2 * pixels + photograph.coefficient_bytes);
    const std::size_t as_bmp = need({Format::bmp});
    photograph.holds_written_coefficients = true;
    EXPECT_GE(need({Format::jpeg}), 2 * pixels + photograph.coefficient_bytes);
    EXPECT_EQ(need({Format::bmp}), as_bmp);
    photograph.holds_read_coefficients = true;
    EXPECT_GE(need({.format = Format::jpeg, .verify = true}),
              3 * pixels + photograph.coefficient_bytes);
    EXPECT_GE(need({Format::bmp}), pixels + photograph.coefficient_bytes);
}

TEST(MemoryNeed, GrowsWithThePixelsSize) {
    const Size size = {1000, 1000};
    EXPECT_EQ(picture_memory_bytes(0, picture(Format::png, size, 3, Sample::u16), {Format::png}),
              2 * picture_memory_bytes(0, picture(Format::png, size, 3), {Format::png}));
}

TEST(MemoryNeed, GrowsWithTheStoredPixelsSizeWhereThatIsLarger) {
    const Size size = {1000, 1000};
    FileInfo doubles = picture(Format::tiff, size, 2, Sample::f32);
    doubles.stored_pixel_bytes = 16;
    EXPECT_EQ(picture_memory_bytes(0, doubles, {Format::tiff}),
              picture_memory_bytes(0, picture(Format::tiff, size, 4, Sample::f32), {Format::tiff}));
}

TEST(MemoryNeed, OfAnEmptyPictureIsItsFile) {
    EXPECT_EQ(picture_memory_bytes(100, picture(Format::png, {0, 0}, 3), {Format::png}), 200U);
}

}  // namespace
}  // namespace turntile
