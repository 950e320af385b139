// Damaged files of every format: each is either read or refused by ImageError, nothing else.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/file_builders.hpp"
#include "turntile/metadata.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::first_bytes;
using tests::joined;
using tests::orientation_tags;
using tests::tiff_block;
using tests::tiff_tags;

struct Seed {
    const char* name;
    Bytes file;
};

std::string seed_name(const testing::TestParamInfo<Seed>& info) {
    return info.param.name;
}

Bytes exif() {
    return tiff_block(ByteOrder::little, {orientation_tags(6), orientation_tags(8)});
}

Bytes many_pages(bool is_big) {
    return tiff_block(ByteOrder::big,
                      {tiff_tags({}, {{274, tests::type_short, {6}},
                                      {270, tests::type_ascii, {'t', 'e', 'x', 't', 's', 0}}}),
                       tiff_tags({3, 1, 8}), orientation_tags(3)},
                      is_big);
}

std::vector<Seed> seeds() {
    return {{"Jpeg", joined({tests::jpeg_file({tests::jfif_segment(), tests::exif_segment(exif()),
                                               tests::jpeg_segment(0xfe, Bytes(9))}),
                             tests::text_bytes("tail")})},
            {"Png",
             tests::png_file(8, 3,
                             {tests::png_chunk("acTL", Bytes(8)), tests::png_chunk("eXIf", exif()),
                              tests::png_chunk("tRNS", Bytes(3))})},
            {"Tiff", many_pages(false)},
            {"BigTiff", many_pages(true)},
            {"Webp", tests::webp_file(
                         {tests::webp_extended(40, 30, 0x1c), tests::webp_chunk("ALPH", Bytes(3)),
                          tests::webp_lossy(40, 30), tests::webp_chunk("EXIF", exif())})},
            {"WebpLossless", tests::webp_file({tests::webp_lossless(40, 30, true)})},
            {"BmpPalette", tests::bmp_file({4, 2, 8, 0, 40, {}, Bytes(1024)})},
            {"BmpBitFields",
             tests::bmp_file({4, -2, 32, 3, 124, tests::bmp_masks(0xff0000, 0xff00, 0xff, 0)})},
            {"PnmBinary", joined({tests::text_bytes("P6 # c\n 2 2 255\n"), Bytes(12),
                                  tests::text_bytes("P5 1 1 255\n"), Bytes(1)})},
            {"PnmPlain", tests::text_bytes("P3 1 2 255\n0 1 2 # c\n 3 4 5\nP1 2 1 0 1\n")}};
}

/// Everything that the library does with a file. Only ImageError may leave.
void use(const Bytes& file) {
    static_cast<void>(exif_orientation(file));
    try {
        const FileInfo info = inspect(file);
        ASSERT_GT(info.size.width, 0);
        ASSERT_GT(info.size.height, 0);
        ASSERT_GE(info.frames, 1);
        const Bytes upright = with_orientation(file, info, Turn::none);
        // A TIFF's first directory that overlaps others gets a new place.
        if (info.format == Format::tiff)
            ASSERT_GE(upright.size(), file.size());
        else
            ASSERT_EQ(upright.size(), file.size());
        if (info.has_orientation_tag &&
            (info.format == Format::jpeg || info.format == Format::tiff)) {
            ASSERT_EQ(inspect(upright).orientation, Turn::none);
        }
        static_cast<void>(
            carry(file, info, tests::jpeg_file({tests::jfif_segment()}), Turn::rotate_90));
    } catch (const ImageError&) {
        // Refused: as good as read.
    }
}

class Damage : public testing::TestWithParam<Seed> {};

INSTANTIATE_TEST_SUITE_P(Seeds, Damage, testing::ValuesIn(seeds()), seed_name);

TEST_P(Damage, TheWholeFileIsRead) {
    EXPECT_NO_THROW(inspect(GetParam().file));
}

TEST_P(Damage, TheFileMayEndAnywhere) {
    const Bytes& file = GetParam().file;
    for (std::size_t size = 0; size < file.size(); ++size)
        ASSERT_NO_THROW(use(first_bytes(file, size))) << "cut to " << size << " bytes";
}

TEST_P(Damage, AnyByteMayHaveAnyExtremeValue) {
    Bytes file = GetParam().file;
    for (std::byte& value : file) {
        const std::byte before = value;
        for (const int extreme : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
            value = static_cast<std::byte>(extreme);
            ASSERT_NO_THROW(use(file)) << "byte " << &value - file.data() << " = " << extreme;
        }
        value = before;
    }
}

TEST_P(Damage, AnyBitsMayBeFlipped) {
    std::mt19937 random(20);  // NOLINT(bugprone-random-generator-seed): the same run every time
    for (int round = 0; round < 2000; ++round) {
        Bytes file = GetParam().file;
        const unsigned flips = 1 + random() % 8;
        for (unsigned i = 0; i < flips; ++i)
            file[random() % file.size()] ^= static_cast<std::byte>(1U << random() % 8);
        ASSERT_NO_THROW(use(file)) << "round " << round;
    }
}

}  // namespace
}  // namespace turntile
