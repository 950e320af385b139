#include "io/bmp_info.hpp"

#include <gtest/gtest.h>

#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::bmp_file;
using tests::bmp_masks;
using tests::BmpShape;
using tests::Bytes;
using tests::ByteWriter;

constexpr std::uint32_t bitfields = 3;

BmpShape with_bits(int bits, Bytes palette = {}) {
    BmpShape shape;
    shape.bits = bits;
    shape.palette = std::move(palette);
    return shape;
}

BmpShape with_masks(int bits, std::uint32_t header_bytes, const Bytes& masks) {
    BmpShape shape = with_bits(bits);
    shape.compression = bitfields;
    shape.header_bytes = header_bytes;
    shape.masks = masks;
    return shape;
}

const Bytes grey_palette = ByteWriter{}.u32(0).u32(0xffffff00).bytes;
const Bytes colour_palette = ByteWriter{}.u32(0).u32(0xff00ff00).bytes;

TEST(BmpInfo, ReadsBottomUpAndTopDown) {
    BmpShape shape;
    shape.pixels = Bytes(24);
    for (const std::int32_t height : {2, -2}) {
        shape.height = height;
        const FileInfo info = bmp_info(bmp_file(shape));
        EXPECT_EQ(info.format, Format::bmp);
        EXPECT_EQ(info.size, (Size{4, 2}));
        EXPECT_EQ(info.channels, 3);
        EXPECT_TRUE(info.refused.empty());
        EXPECT_TRUE(info.dropped.empty());
        EXPECT_TRUE(info.notes.empty());
    }
}

TEST(BmpInfo, PalettesBecomeGreyOrRgb) {
    for (const int bits : {1, 4, 8}) {
        EXPECT_EQ(bmp_info(bmp_file(with_bits(bits, grey_palette))).channels, 1);
        EXPECT_EQ(bmp_info(bmp_file(with_bits(bits, colour_palette))).channels, 3);
        EXPECT_EQ(bmp_info(bmp_file(with_bits(bits, colour_palette))).decode_notes.size(), 1u);
    }
}

TEST(BmpInfo, PixelsThatStartInsideThePaletteAreRefused) {
    for (const int bits : {1, 4, 8}) {
        Bytes file = bmp_file(with_bits(bits, colour_palette));
        for (const std::uint64_t start : {54, 58, 61}) {
            store(file, 10, 4, ByteOrder::little, start);
            EXPECT_THROW(bmp_info(file), ImageError) << bits << " bits, from " << start;
        }
        store(file, 10, 4, ByteOrder::little, 62);
        EXPECT_NO_THROW(bmp_info(file));
    }
}

TEST(BmpInfo, APaletteOfNoToldLengthHasAllColoursThatAreUsed) {
    for (const int bits : {4, 8}) {
        BmpShape shape = with_bits(bits, colour_palette);
        shape.width = 3;
        const auto file = [&](unsigned index) {
            shape.pixels[bits == 8 ? 2 : 1] = static_cast<std::byte>(index << (8 - bits));
            Bytes bytes = bmp_file(shape);
            store(bytes, 46, 4, ByteOrder::little, 0);
            return bytes;
        };
        EXPECT_EQ(bmp_info(file(1)).channels, 3);
        EXPECT_THROW(bmp_info(file(2)), ImageError);
        shape.pixels[3] = std::byte{9};
        EXPECT_EQ(bmp_info(file(1)).channels, 3) << "what fills a row up is no pixel";
    }
}

TEST(BmpInfo, PixelsThatStartInsideTheHeaderAreRefused) {
    for (const int bits : {8, 16, 24, 32}) {
        Bytes file = bmp_file(with_bits(bits, bits == 8 ? colour_palette : Bytes{}));
        for (const std::uint64_t start : {0, 14, 53}) {
            store(file, 10, 4, ByteOrder::little, start);
            EXPECT_THROW(bmp_info(file), ImageError) << bits << " bits, from " << start;
        }
    }
}

TEST(BmpInfo, AlphaInPlainPixelsNeedsLeave) {
    BmpShape shape = with_bits(32);
    EXPECT_TRUE(bmp_info(bmp_file(shape)).decode_refused.empty()) << "the fourth bytes are all 0";
    shape.pixels[31] = std::byte{1};
    const FileInfo info = bmp_info(bmp_file(shape));
    EXPECT_EQ(info.channels, 3);
    ASSERT_EQ(info.decode_refused.size(), 1u);
    EXPECT_EQ(info.decode_refused[0].loss, Loss::alpha);
}

TEST(BmpInfo, BitFieldsWithAnAlphaMaskAreKept) {
    for (const std::uint32_t header_bytes : {56U, 108U, 124U}) {
        const Bytes masks = bmp_masks(0xff0000, 0xff00, 0xff, 0xff000000);
        const FileInfo info = bmp_info(bmp_file(with_masks(32, header_bytes, masks)));
        EXPECT_EQ(info.channels, 4);
        EXPECT_TRUE(info.refused.empty());
        EXPECT_TRUE(info.notes.empty());
    }
    const Bytes opaque = bmp_masks(0xff0000, 0xff00, 0xff, 0);
    EXPECT_EQ(bmp_info(bmp_file(with_masks(32, 56, opaque))).decode_notes.size(), 1u);
}

TEST(BmpInfo, RefusesBitFieldsThatWouldComeOutWrong) {
    const Bytes masks = bmp_masks(0xff0000, 0xff00, 0xff, 0xff000000);
    EXPECT_NE(bmp_info(bmp_file(with_masks(32, 40, masks))).why_not_decoded, "");
    const Bytes ten_bits = bmp_masks(0x3ff00000, 0xffc00, 0x3ff, 0);
    EXPECT_NE(bmp_info(bmp_file(with_masks(32, 56, ten_bits))).why_not_decoded, "");
    const Bytes high_colour = bmp_masks(0xf800, 0x7e0, 0x1f, 0);
    EXPECT_NE(bmp_info(bmp_file(with_masks(16, 56, high_colour))).why_not_decoded, "");
}

TEST(BmpInfo, SixteenBitPixelsNeedLeave) {
    const Bytes high_colour = bmp_masks(0xf800, 0x7e0, 0x1f, 0);
    for (const BmpShape& shape : {with_bits(16), with_masks(16, 40, high_colour)}) {
        const FileInfo info = bmp_info(bmp_file(shape));
        EXPECT_EQ(info.channels, 3);
        ASSERT_EQ(info.decode_refused.size(), 1u);
        EXPECT_EQ(info.decode_refused[0].loss, Loss::depth);
    }
}

TEST(BmpInfo, Os2FilesAreReadWhereTheyAreGrey) {
    BmpShape shape = with_bits(1, ByteWriter{}.u16(0).u16(0x00ff).u16(0xffff).bytes);
    shape.header_bytes = 12;
    EXPECT_EQ(bmp_info(bmp_file(shape)).channels, 1);
    shape.palette.back() = std::byte{3};
    EXPECT_NE(bmp_info(bmp_file(shape)).why_not_decoded, "");
    shape.bits = 24;
    EXPECT_NE(bmp_info(bmp_file(shape)).why_not_decoded, "");
}

TEST(BmpInfo, AnEarlyEndNeedsLeave) {
    BmpShape shape;
    shape.width = 3;  // rows of 9 bytes, padded to 12
    shape.pixels.resize(24);
    EXPECT_TRUE(bmp_info(bmp_file(shape)).refused.empty());
    shape.pixels.resize(23);
    const FileInfo info = bmp_info(bmp_file(shape));
    ASSERT_EQ(info.refused.size(), 1u);
    EXPECT_EQ(info.refused[0].loss, Loss::truncated);
}

TEST(BmpInfo, NamesDroppedMetadata) {
    BmpShape shape;
    shape.header_bytes = 124;
    Bytes file = bmp_file(shape);
    store(file, 38, 4, ByteOrder::little, 2835);
    store(file, 70, 4, ByteOrder::big, 0x4445424d);  // DEBM
    EXPECT_EQ(bmp_info(file).dropped.at(0).what, "resolution, ICC profile");
}

TEST(BmpInfo, NamesTheBytesBehindThePixels) {
    BmpShape shape;
    shape.pixels = Bytes(24);
    const auto lost = [&](std::string_view end) {
        const FileInfo info = bmp_info(tests::joined({bmp_file(shape), tests::text_bytes(end)}));
        return info.dropped.empty() ? "" : info.dropped[0].what;
    };
    EXPECT_EQ(lost(""), "");
    EXPECT_EQ(lost({"\0\0\0", 3}), "") << "fills a word up";
    EXPECT_EQ(lost({"\0\0\0\0", 4}), "4 bytes after the BMP's end");
    EXPECT_EQ(lost("T"), "1 byte after the BMP's end");
    EXPECT_EQ(lost("TRAIL"), "5 bytes after the BMP's end");
    shape.height = -2;
    EXPECT_EQ(lost("TRAIL"), "5 bytes after the BMP's end");
    shape.height = 3;
    EXPECT_EQ(lost("TRAIL"), "") << "they are pixels";
    shape.bits = 8;
    shape.height = 6;
    shape.compression = 1;
    shape.palette = grey_palette;
    EXPECT_EQ(lost("TRAIL"), "") << "runs end where the header says, and it does not";
    Bytes runs = tests::joined({bmp_file(shape), tests::text_bytes("TRAIL")});
    store(runs, 34, 4, ByteOrder::little, shape.pixels.size());
    EXPECT_EQ(bmp_info(runs).dropped.at(0).what, "5 bytes after the BMP's end");
    EXPECT_EQ(bmp_info(runs).dropped.at(0).loss, Loss::extras);
}

TEST(BmpInfo, DoesNotCountAProfileBehindThePixels) {
    BmpShape shape;
    shape.header_bytes = 124;
    shape.pixels = Bytes(24);
    const std::size_t pixels_end = bmp_file(shape).size();
    const auto dropped = [&](std::string_view before, std::string_view after,
                             std::uint64_t profile_bytes) {
        Bytes file = tests::joined({bmp_file(shape), tests::text_bytes(before),
                                    tests::text_bytes("profile"), tests::text_bytes(after)});
        store(file, 70, 4, ByteOrder::big, 0x4445424d);  // DEBM
        store(file, 126, 4, ByteOrder::little, pixels_end + before.size() - 14);
        store(file, 130, 4, ByteOrder::little, profile_bytes);
        const FileInfo info = bmp_info(file);
        EXPECT_EQ(info.dropped.at(0).what, "ICC profile");
        return info.dropped.size() == 1 ? "" : info.dropped.at(1).what;
    };
    EXPECT_EQ(dropped("", "", 7), "");
    EXPECT_EQ(dropped({"\0\0", 2}, {"\0", 1}, 7), "");
    EXPECT_EQ(dropped("ab", "c", 7), "3 bytes after the BMP's end");
    EXPECT_EQ(dropped("ab", "c", 0xffffffff), "2 bytes after the BMP's end");
}

TEST(BmpInfo, RefusesDamagedAndUnknownHeaders) {
    const auto refused = [](auto change) {
        BmpShape shape;
        change(shape);
        EXPECT_THROW(bmp_info(bmp_file(shape)), ImageError);
    };
    refused([](BmpShape& shape) { shape.width = 0; });
    refused([](BmpShape& shape) { shape.width = -4; });
    refused([](BmpShape& shape) { shape.height = 0; });
    refused([](BmpShape& shape) { shape.height = std::numeric_limits<std::int32_t>::min(); });
    refused([](BmpShape& shape) { shape.bits = 3; });
    refused([](BmpShape& shape) { shape.compression = 4; });
    refused([](BmpShape& shape) { shape.bits = 8, shape.palette.resize(4 * 257); });
    refused([](BmpShape& shape) { shape.bits = 8, shape.pixels.clear(); });
}

TEST(BmpInfo, IsFoundByBothHeaders) {
    EXPECT_TRUE(is_bmp(bmp_file({})));
    EXPECT_FALSE(is_bmp(tests::text_bytes("BMW is a maker of cars and motorcycles")));
    EXPECT_FALSE(is_bmp(tests::text_bytes("BM")));
}

}  // namespace
}  // namespace turntile
