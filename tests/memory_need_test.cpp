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
    const std::size_t bytes = picture_memory_bytes(5'000'000, photograph, Format::jpeg);
    EXPECT_GE(bytes, 2U * 6000 * 4000 * 3 + 5'000'000);
    EXPECT_LE(bytes, 3U * 6000 * 4000 * 3);
}

TEST(MemoryNeed, HoldsTheCoefficientsOfAProgressiveJpeg) {
    FileInfo photograph = picture(Format::jpeg, {6000, 4000}, 3);
    photograph.progressive = true;
    EXPECT_GE(picture_memory_bytes(0, photograph, Format::jpeg), 6000U * 4000 * (3 + 6));
}

TEST(MemoryNeed, GrowsWithThePixelsSize) {
    const Size size = {1000, 1000};
    EXPECT_EQ(picture_memory_bytes(0, picture(Format::png, size, 3, Sample::u16), Format::png),
              2 * picture_memory_bytes(0, picture(Format::png, size, 3), Format::png));
}

TEST(MemoryNeed, GrowsWithTheStoredPixelsSizeWhereThatIsLarger) {
    const Size size = {1000, 1000};
    FileInfo doubles = picture(Format::tiff, size, 2, Sample::f32);
    doubles.stored_pixel_bytes = 16;
    EXPECT_EQ(picture_memory_bytes(0, doubles, Format::tiff),
              picture_memory_bytes(0, picture(Format::tiff, size, 4, Sample::f32), Format::tiff));
}

TEST(MemoryNeed, OfAnEmptyPictureIsItsFile) {
    EXPECT_EQ(picture_memory_bytes(100, picture(Format::png, {0, 0}, 3), Format::png), 200U);
}

}  // namespace
}  // namespace turntile
