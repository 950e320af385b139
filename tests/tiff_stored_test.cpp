// TIFF files of every kind: read as they are stored, and written as they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "io/tiff_file.hpp"
#include "pixel_memory.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

/// What a TIFF is made of.
struct TiffKind {
    const char* name;
    std::uint16_t bits = 8;
    std::uint16_t samples = 1;
    std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
    std::uint16_t compression = COMPRESSION_NONE;
    std::uint16_t format = SAMPLEFORMAT_UINT;
    std::uint16_t planar = PLANARCONFIG_CONTIG;
    std::uint16_t predictor = PREDICTOR_NONE;
    std::uint32_t tile_px = 0;  ///< 0: strips
    const char* mode = "wl";

    friend std::ostream& operator<<(std::ostream& out, const TiffKind& kind) {
        return out << kind.name;
    }
};

constexpr std::uint16_t rgb = PHOTOMETRIC_RGB;
constexpr std::uint16_t grey = PHOTOMETRIC_MINISBLACK;
constexpr std::uint16_t cmyk = PHOTOMETRIC_SEPARATED;
constexpr std::uint16_t floating = SAMPLEFORMAT_IEEEFP;
constexpr std::uint16_t whole = SAMPLEFORMAT_UINT;
constexpr std::uint16_t contig = PLANARCONFIG_CONTIG;
constexpr std::uint16_t planar = PLANARCONFIG_SEPARATE;

constexpr TiffKind kinds[] = {
    {"Group4", 1, 1, PHOTOMETRIC_MINISWHITE, COMPRESSION_CCITTFAX4},
    {"Group3", 1, 1, PHOTOMETRIC_MINISWHITE, COMPRESSION_CCITTFAX3},
    {"Bits1PackBits", 1, 1, grey, COMPRESSION_PACKBITS},
    {"Bits1Tiled", 1, 1, grey, COMPRESSION_NONE, whole, contig, PREDICTOR_NONE, 16},
    {"Palette4", 4, 1, PHOTOMETRIC_PALETTE, COMPRESSION_LZW},
    {"Palette8", 8, 1, PHOTOMETRIC_PALETTE, COMPRESSION_PACKBITS},
    {"Grey3", 3, 1, grey},
    {"GreyAlpha8", 8, 2, grey, COMPRESSION_LZW},
    {"GreyAlpha16", 16, 2, grey, COMPRESSION_ADOBE_DEFLATE},
    {"Rgb4", 4, 3, rgb},
    {"Rgb12", 12, 3, rgb},
    {"Rgb8Predicted", 8, 3, rgb, COMPRESSION_LZW, whole, contig, PREDICTOR_HORIZONTAL},
    {"Rgb8SmallTiles", 8, 3, rgb, COMPRESSION_NONE, whole, contig, PREDICTOR_NONE, 32},
    {"Rgb8PlanarTiles", 8, 3, rgb, COMPRESSION_ADOBE_DEFLATE, whole, planar, PREDICTOR_NONE, 16},
    {"Rgba8", 8, 4, rgb, COMPRESSION_PACKBITS},
    {"Rgb16Planar", 16, 3, rgb, COMPRESSION_LZW, whole, planar},
    {"Rgb16Motorola", 16, 3, rgb, COMPRESSION_NONE, whole, contig, PREDICTOR_NONE, 0, "wb"},
    {"Rgb16Big", 16, 3, rgb, COMPRESSION_LZW, whole, contig, PREDICTOR_HORIZONTAL, 0, "wl8"},
    {"Grey24", 24, 1, grey},
    {"Grey32", 32, 1, grey, COMPRESSION_LZW},
    {"Signed16", 16, 1, grey, COMPRESSION_LZW, SAMPLEFORMAT_INT},
    {"Half", 16, 1, grey, COMPRESSION_ADOBE_DEFLATE, floating, contig, PREDICTOR_FLOATINGPOINT},
    {"Float", 32, 3, rgb, COMPRESSION_ADOBE_DEFLATE, floating, contig, PREDICTOR_FLOATINGPOINT},
    {"Double", 64, 1, grey, COMPRESSION_ADOBE_DEFLATE, floating},
    {"RgbDouble", 64, 3, rgb, COMPRESSION_LZW, floating, contig, PREDICTOR_NONE, 0, "wb"},
    {"Cmyk8", 8, 4, cmyk, COMPRESSION_LZW},
    {"Cmyk16Planar", 16, 4, cmyk, COMPRESSION_NONE, whole, planar},
    {"GreyAndThreeMore16", 16, 4, grey, COMPRESSION_LZW},
};

/// All strips or tiles of `file`, one after the other, as libtiff gives them.
Bytes raw_samples(const Bytes& file) {
    const io::TiffFile tiff(file);
    TIFF* const t = tiff.get();
    const bool is_tiled = TIFFIsTiled(t) != 0;
    Bytes all;
    Bytes block(static_cast<std::size_t>(is_tiled ? TIFFTileSize(t) : TIFFStripSize(t)));
    const std::uint32_t count = is_tiled ? TIFFNumberOfTiles(t) : TIFFNumberOfStrips(t);
    for (std::uint32_t i = 0; i < count; ++i) {
        const tmsize_t read = is_tiled ? TIFFReadEncodedTile(t, i, block.data(), -1)
                                       : TIFFReadEncodedStrip(t, i, block.data(), -1);
        EXPECT_GT(read, 0);
        all.insert(all.end(), block.begin(), block.begin() + read);
    }
    return all;
}

void set_tags(TIFF* tiff, const TiffKind& kind, Size size) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(size.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(size.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, kind.samples);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, kind.photometric);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, kind.planar);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind.format);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind.compression);
    if (kind.predictor != PREDICTOR_NONE) TIFFSetField(tiff, TIFFTAG_PREDICTOR, kind.predictor);
    if (kind.tile_px > 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, kind.tile_px);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, kind.tile_px);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 7);
    }
    if (kind.photometric == grey && kind.samples > 1) {
        std::vector<std::uint16_t> extras(kind.samples - 1U, EXTRASAMPLE_UNASSALPHA);
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, static_cast<int>(extras.size()), extras.data());
    }
    if (kind.photometric != PHOTOMETRIC_PALETTE) return;
    std::vector<std::uint16_t> colours(std::size_t{1} << kind.bits, 12345);
    TIFFSetField(tiff, TIFFTAG_COLORMAP, colours.data(), colours.data(), colours.data());
}

/// A file of random samples; what tiles hold beyond the edge is 0.
Bytes random_tiff(const TiffKind& kind, Size size) {
    io::TiffFile tiff{std::string(kind.mode)};
    TIFF* const t = tiff.get();
    set_tags(t, kind, size);
    std::mt19937 random(5);  // NOLINT(bugprone-random-generator-seed): the same run every time
    const bool is_tiled = kind.tile_px > 0;
    Bytes block(static_cast<std::size_t>(is_tiled ? TIFFTileSize(t) : TIFFStripSize(t)));
    const std::uint32_t count = is_tiled ? TIFFNumberOfTiles(t) : TIFFNumberOfStrips(t);
    for (std::uint32_t i = 0; i < count; ++i) {
        for (std::byte& byte : block)
            byte = static_cast<std::byte>(random());
        if (is_tiled)
            TIFFWriteEncodedTile(t, i, block.data(), static_cast<tmsize_t>(block.size()));
        else
            TIFFWriteEncodedStrip(t, i, block.data(), static_cast<tmsize_t>(block.size()));
    }
    return tiff.finish();
}

class StoredTiff : public testing::TestWithParam<TiffKind> {};

TEST_P(StoredTiff, IsWrittenAsItWas) {
    // Whole tiles, rows of whole bytes, and not: what padding holds need not survive.
    const Size size = {64, 32};
    const Bytes file = random_tiff(GetParam(), size);
    const FileInfo info = inspect(file);
    std::vector<PixelMemory> planes(4, PixelMemory(5, 3));
    struct Planes : BufferSource {
        std::vector<PixelMemory>& memories;
        std::size_t next = 0;
        explicit Planes(std::vector<PixelMemory>& all) : memories(all) {}
        ImageView allocate(std::int64_t w, std::int64_t h, std::size_t bytes) override {
            return memories.at(next++).allocate(w, h, bytes);
        }
    } source(planes);
    const Picture picture = decode_stored(file, info, source);
    const Bytes written = encode_like(file, info, picture, Turn::none);
    EXPECT_EQ(raw_samples(written), raw_samples(file));
    const io::TiffFile a(file);
    const io::TiffFile b(written);
    for (const std::uint32_t tag :
         {TIFFTAG_BITSPERSAMPLE, TIFFTAG_SAMPLESPERPIXEL, TIFFTAG_PHOTOMETRIC, TIFFTAG_COMPRESSION,
          TIFFTAG_PLANARCONFIG, TIFFTAG_SAMPLEFORMAT, TIFFTAG_PREDICTOR})
        EXPECT_EQ(a.value<std::uint16_t>(tag, 999), b.value<std::uint16_t>(tag, 999)) << tag;
    EXPECT_EQ(TIFFIsTiled(a.get()), TIFFIsTiled(b.get()));
    EXPECT_EQ(TIFFIsBigEndian(a.get()), TIFFIsBigEndian(b.get()));
    EXPECT_EQ(file[2], written[2]) << "BigTIFF or not";
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoredTiff, testing::ValuesIn(kinds),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(StoredTiffSamples, OfLessThanAByteHaveBytesOfTheirOwn) {
    io::TiffFile tiff{std::string("wl")};
    set_tags(tiff.get(), {"", 4, 1}, {3, 1});
    unsigned char row[] = {0x1f, 0x70};
    TIFFWriteEncodedStrip(tiff.get(), 0, row, 2);
    const Bytes file = tiff.finish();
    PixelMemory memory;
    const Picture picture = decode_stored(file, inspect(file), memory);
    const std::byte* pixels = picture.planes[0].row(0);
    EXPECT_EQ(pixels[0], std::byte{1});
    EXPECT_EQ(pixels[1], std::byte{15});
    EXPECT_EQ(pixels[2], std::byte{7});
}

TEST(StoredTiffSamples, KeepTheirKindOfAlpha) {
    constexpr std::uint16_t known[] = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_ASSOCALPHA,
                                       EXTRASAMPLE_UNASSALPHA};
    for (const std::uint16_t kind : known) {
        io::TiffFile tiff{std::string("wl")};
        set_tags(tiff.get(), {"", 16, 4, rgb}, {1, 1});
        TIFFSetField(tiff.get(), TIFFTAG_EXTRASAMPLES, 1, &kind);
        std::uint16_t pixel[] = {1, 2, 3, 4};
        TIFFWriteEncodedStrip(tiff.get(), 0, pixel, sizeof pixel);
        const Bytes file = tiff.finish();
        const FileInfo info = inspect(file);
        EXPECT_TRUE(info.dropped.empty());
        PixelMemory memory;
        const Bytes written =
            encode_like(file, info, decode_stored(file, info, memory), Turn::none);
        const io::TiffFile result(written);
        std::uint16_t count = 0;
        std::uint16_t* extras = nullptr;
        ASSERT_EQ(TIFFGetField(result.get(), TIFFTAG_EXTRASAMPLES, &count, &extras), 1);
        ASSERT_EQ(count, 1);
        EXPECT_EQ(extras[0], kind);
    }
}

TEST(StoredTiffSamples, KeepOddSizesInStripsAndTiles) {
    for (const std::uint32_t tile_px : {0U, 16U})
        for (const unsigned bits : {1U, 8U, 12U})
            for (const Size size : {Size{1, 1}, Size{37, 51}, Size{200, 3}}) {
                TiffKind kind = {"", static_cast<std::uint16_t>(bits), 1};
                kind.tile_px = tile_px;
                const Bytes file = random_tiff(kind, size);
                const FileInfo info = inspect(file);
                PixelMemory first;
                PixelMemory second;
                const Picture picture = decode_stored(file, info, first);
                const Bytes written = encode_like(file, info, picture, Turn::none);
                const Picture again = decode_stored(written, inspect(written), second);
                EXPECT_TRUE(same_pixels(picture.planes[0], again.planes[0]))
                    << bits << " bits, " << size.width << "x" << size.height;
            }
}

TEST(StoredTiffDamage, FailsAtTheStripThatIsDamaged) {
    const Bytes file = random_tiff({"", 8, 3, rgb, COMPRESSION_ADOBE_DEFLATE}, {64, 32});
    const FileInfo info = inspect(file);
    Bytes damaged = file;
    for (std::size_t i = 0; i < 400; ++i)
        damaged[8 + i] = std::byte{0x80};
    PixelMemory memory;
    try {
        decode_stored(damaged, info, memory);
        FAIL() << "accepted";
    } catch (const ImageError& error) {
        EXPECT_TRUE(std::string(error.what())
                        .starts_with("damaged or truncated TIFF data in strip 1 of 5 ("))
            << error.what();
    }
}

TEST(StoredTiffDamage, OfTheTagThatSaysWhatColoursMeanFails) {
    Bytes file = random_tiff({"", 8, 1, PHOTOMETRIC_MINISWHITE}, {64, 32});
    // Its entry: tag, type, and a count that is 2 instead of 1.
    const std::array<std::byte, 6> entry = {std::byte{6}, std::byte{1}, std::byte{3},
                                            std::byte{0}, std::byte{1}, std::byte{0}};
    const auto found = std::search(file.begin(), file.end(), entry.begin(), entry.end());
    ASSERT_NE(found, file.end());
    found[4] = std::byte{2};
    PixelMemory memory;
    EXPECT_THROW(decode_stored(file, inspect(file), memory), ImageError);
}

TEST(StoredTiffDamage, OfTheNumberOfRowsInAStripFails) {
    const Bytes file = random_tiff({"", 8, 3, rgb, COMPRESSION_NONE, whole, planar}, {64, 32});
    Bytes damaged = file;
    // Its entry: tag, type, count, and 7 rows, of which 32 are made.
    const std::array<std::byte, 9> entry = {std::byte{22}, std::byte{1}, std::byte{3},
                                            std::byte{0},  std::byte{1}, std::byte{0},
                                            std::byte{0},  std::byte{0}, std::byte{7}};
    const auto found = std::search(damaged.begin(), damaged.end(), entry.begin(), entry.end());
    ASSERT_NE(found, damaged.end());
    found[8] = std::byte{32};
    PixelMemory memory;
    try {
        decode_stored(damaged, inspect(file), memory);
        FAIL() << "accepted";
    } catch (const ImageError& error) {
        EXPECT_STREQ(error.what(), "damaged TIFF: it has 15 strips, and its picture takes 3");
    }
}

TEST(StoredTiffTiles, AreExchangedWithTheAxes) {
    io::TiffFile tiff{std::string("wl")};
    set_tags(tiff.get(), {"", 8, 1}, {64, 32});
    TIFFUnsetField(tiff.get(), TIFFTAG_ROWSPERSTRIP);
    TIFFSetField(tiff.get(), TIFFTAG_TILEWIDTH, 48);
    TIFFSetField(tiff.get(), TIFFTAG_TILELENGTH, 16);
    Bytes tile(48 * 16);
    for (std::uint32_t i = 0; i < 4; ++i)
        TIFFWriteEncodedTile(tiff.get(), i, tile.data(), static_cast<tmsize_t>(tile.size()));
    const Bytes file = tiff.finish();
    PixelMemory memory;
    Picture turned;
    turned.planes[0] = memory.allocate(32, 64, 1);
    const Bytes written = encode_like(file, inspect(file), turned, Turn::rotate_90);
    const io::TiffFile result(written);
    EXPECT_EQ(result.value<std::uint32_t>(TIFFTAG_TILEWIDTH, 0), 16u);
    EXPECT_EQ(result.value<std::uint32_t>(TIFFTAG_TILELENGTH, 0), 48u);
}

TEST(StoredTiffTiles, ThatAreFarLargerThanThePictureTakeNoMemory) {
    io::TiffFile tiff{std::string("wl")};
    TiffKind kind{"", 8, 1};
    kind.tile_px = 1 << 16;
    set_tags(tiff.get(), kind, {16, 16});
    Bytes start_of_tile(256);
    TIFFWriteRawTile(tiff.get(), 0, start_of_tile.data(),
                     static_cast<tmsize_t>(start_of_tile.size()));
    const Bytes file = tiff.finish();
    PixelMemory memory;
    try {
        decode_stored(file, inspect(file), memory);
        FAIL() << "accepted";
    } catch (const ImageError& error) {
        EXPECT_STREQ(error.what(), "the TIFF's tiles are far larger than its picture");
    }
}

TEST(StoredTiffTiles, OfSeveralSlicesAreNotReadAsOnePicture) {
    TiffKind kind{"", 8, 3, rgb, COMPRESSION_NONE, whole, planar};
    kind.tile_px = 16;
    const Bytes flat = random_tiff(kind, {32, 32});
    io::TiffFile tiff{std::string("wl")};
    set_tags(tiff.get(), kind, {32, 32});
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEDEPTH, 5);
    Bytes tile(16 * 16);
    for (std::uint32_t i = 0; i < TIFFNumberOfTiles(tiff.get()); ++i)
        TIFFWriteEncodedTile(tiff.get(), i, tile.data(), static_cast<tmsize_t>(tile.size()));
    const Bytes volume = tiff.finish();
    EXPECT_THROW(inspect(volume), ImageError);
    PixelMemory memory;
    // What libtiff finds may differ from what the headers announced.
    EXPECT_THROW(decode_stored(volume, inspect(flat), memory), ImageError);
}

}  // namespace
}  // namespace turntile::tests
